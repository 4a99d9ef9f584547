import Foundation
import Hardware
import Model

/// What is known of a terminal before a transaction, by which its answers are read.
package struct TerminalHabits: Hashable, Codable, Sendable {
    /// Whole seconds after the last exchange with a till in which it may still book; nil in journals from before this was
    /// written, which means `CardPhase.longest`.
    package var cardPhaseSeconds: Int?
    /// The currency that it registered with, its ISO 4217 number; nil where it told none.
    package var currencyNumber: Int?
    /// The character set that it registered with: it still prints in it when the till that asked for the transaction was
    /// stopped and the next one listens. Nil where none was agreed on, and in journals from before this was written.
    package var characterSet: TerminalProfile.CharacterSet?

    package init(
        cardPhaseSeconds: Int? = nil, currencyNumber: Int? = nil, characterSet: TerminalProfile.CharacterSet? = nil
    ) {
        self.cardPhaseSeconds = cardPhaseSeconds
        self.currencyNumber = currencyNumber
        self.characterSet = characterSet
    }

    /// Whether nothing runs on behind an answer and nothing that was booked is cleared: so of an acquirer, which answers for
    /// a reference, and of a terminal in this process.
    var answersForGood: Bool { cardPhaseSeconds == 0 }

    var cardPhase: Duration { cardPhaseSeconds.map { .seconds($0) } ?? CardPhase.longest }

    /// The currency of a result that names none: the one that was agreed on at registration, else EUR (ZVT 13.08, BMP 49).
    func currency(of result: TransactionResult) -> Int {
        result.currencyNumber ?? currencyNumber ?? Currency.eur.number
    }
}
