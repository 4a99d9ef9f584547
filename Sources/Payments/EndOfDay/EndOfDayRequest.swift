import Flow
import Foundation
import Hardware
import Model
import Storage

/// What a caller asks for: the end of the day of one terminal, or what it has counted so far.
package struct EndOfDayRequest: Hashable, Sendable {
    package var reader: DeviceAddress
    /// Where the terminal's own report is printed; nil: nowhere.
    package var printer: DeviceAddress?
    package var language: String
    /// How long to look for the truth once a disturbance is known.
    package var giveUpAfter: Duration
    /// The terminal wants it now: that an earlier one was found to have happened is not enough.
    var isDemanded = false

    package init(
        reader: DeviceAddress, printer: DeviceAddress?, language: String = "en", giveUpAfter: Duration = .seconds(60)
    ) {
        self.reader = reader
        self.printer = printer
        self.language = language
        self.giveUpAfter = giveUpAfter
    }
}
