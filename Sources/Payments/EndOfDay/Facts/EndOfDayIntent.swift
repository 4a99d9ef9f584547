import Flow
import Foundation
import Hardware
import Model
import Storage

/// What is about to be asked of a terminal, durable before it is sent.
package struct EndOfDayIntent: Hashable, Codable, Sendable {
    package let id: EndOfDayID
    package let terminal: TerminalName
    package let language: String
    /// Wall clock when the intent was written.
    package let startedAt: Date

    package init(id: EndOfDayID, terminal: TerminalName, language: String, startedAt: Date) {
        self.id = id
        self.terminal = terminal
        self.language = language
        self.startedAt = startedAt
    }
}
