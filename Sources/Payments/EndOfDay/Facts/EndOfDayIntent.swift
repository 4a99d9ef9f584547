import Flow
import Foundation
import Hardware
import Model
import Storage

/// What a terminal is about to be asked for, written to disk before it is sent.
package struct EndOfDayIntent: Hashable, Codable, Sendable {
    package let id: EndOfDayID
    package let terminal: TerminalName
    package let language: String
    /// The wall clock when the intent was written.
    package let startedAt: Date
    /// The requester. Absent in older journals, and where nobody said.
    package let by: Requester?
    /// How long the terminal may be at work after it was last heard; nil for `CardPhase.longest`.
    private let cardPhaseSeconds: Int?

    package var cardPhase: Duration { cardPhaseSeconds.map { .seconds($0) } ?? CardPhase.longest }

    package init(
        id: EndOfDayID, terminal: TerminalName, language: String, startedAt: Date, by: Requester? = nil,
        cardPhase: Duration = CardPhase.longest
    ) {
        self.id = id
        self.terminal = terminal
        self.language = language
        self.startedAt = startedAt
        self.by = by
        cardPhaseSeconds = cardPhase == CardPhase.longest ? nil : Int(cardPhase.components.seconds)
    }
}
