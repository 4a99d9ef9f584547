import Foundation
import Hardware
import Model

/// What is known about a terminal before a transaction and needed to read its answers.
package struct TerminalHabits: Hashable, Codable, Sendable {
    /// For how many whole seconds after the last exchange the terminal may still book. Nil in older journals, which
    /// means `CardPhase.longest`.
    package var cardPhaseSeconds: Int?
    /// The ISO 4217 number of the currency that it registered with; nil if it told none.
    package var currencyNumber: Int?
    /// The character set that it registered with. It still prints in it when another till process listens. Nil if none
    /// was agreed on, and in older journals.
    package var characterSet: TerminalProfile.CharacterSet?
    /// The kinds of transactions besides payments that the terminal is known to tell as its last one. Nil if none is
    /// known, where it does not matter, and in older journals.
    package var repeatedKinds: [TransactionKind]?

    package init(
        cardPhaseSeconds: Int? = nil, currencyNumber: Int? = nil, characterSet: TerminalProfile.CharacterSet? = nil,
        repeatedKinds: [TransactionKind]? = nil
    ) {
        self.repeatedKinds = repeatedKinds
        self.cardPhaseSeconds = cardPhaseSeconds
        self.currencyNumber = currencyNumber
        self.characterSet = characterSet
    }

    /// Whether an answer is final: nothing is still running, and no booking is ever cleared. This holds for an
    /// acquirer, which answers for a reference, and for a terminal in this process.
    var answersForGood: Bool { cardPhaseSeconds == 0 }

    /// Whether a transaction of that kind would be the terminal's last one if it had been booked.
    func repeats(_ kind: TransactionKind) -> Bool { answersForGood || repeatedKinds?.contains(kind) ?? false }

    var cardPhase: Duration { cardPhaseSeconds.map { .seconds($0) } ?? CardPhase.longest }

    /// The currency of a result that names none: the one agreed on at registration, or else EUR (ZVT 13.08, BMP 49).
    func currency(of result: TransactionResult) -> Int {
        result.currencyNumber ?? currencyNumber ?? Currency.eur.number
    }
}
