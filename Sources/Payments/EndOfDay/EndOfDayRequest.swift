import Flow
import Foundation
import Hardware
import Model
import Storage

/// A request for the end of a terminal's day, or for what the terminal has counted so far.
package struct EndOfDayRequest: Hashable, Sendable {
    package var terminal: DeviceAddress
    /// The printer for the terminal's own report; nil for none.
    package var printer: DeviceAddress?
    package var language: String
    /// How long recovery goes on after a disturbance.
    package var giveUpAfter: Duration
    /// Whether the terminal demands it now, so that an earlier end of day that turns out to have happened is not
    /// enough.
    var isDemanded = false
    /// The earlier end of day that this request is about, and only has to find out how it ended; nil to end the day.
    package var continuing: EndOfDayID?
    /// The requester; nil if nobody says.
    package var by: Requester?

    package init(
        terminal: DeviceAddress, printer: DeviceAddress?, language: String = "en", giveUpAfter: Duration = .seconds(60)
    ) {
        self.terminal = terminal
        self.printer = printer
        self.language = language
        self.giveUpAfter = giveUpAfter
    }
}
