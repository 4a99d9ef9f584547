import Failures
import Flow
import Model

/// What a person read about an end of day whose outcome is not known: at the terminal, on its slip, or at the
/// acquirer's.
package struct EndOfDayEvidence: Hashable, Codable, Sendable {
    package enum Statement: Hashable, Codable, Sendable {
        /// The terminal has ended its day, with this sum; nil if nobody knows the sum.
        case ended(total: Money?)
        /// The terminal has not ended its day.
        case notEnded
    }

    package let statement: Statement
    /// The place where the statement was read, in the person's own words.
    package let words: String
    /// The operator who was signed in.
    package let operatorName: String
    /// The person who stated it. Absent in older journals, and where nobody said.
    package let by: Requester?

    package init(_ statement: Statement, words: String, operatorName: String, by: Requester? = nil) {
        self.statement = statement
        self.words = words
        self.operatorName = operatorName
        self.by = by
    }
}

extension EndOfDayRun {
    /// Settles the end of day by what a person read. A statement that contradicts what the terminal told is refused.
    package func settle(
        _ id: EndOfDayID, _ statement: EndOfDayEvidence.Statement, words: String, by requester: Requester? = nil
    ) async throws(Failure) -> EndOfDayReport {
        let name = try Account.signedIn(in: dependencies.storage).name
        guard var history = try open(id), history.decided == nil else { throw .endOfDayNotOpen(id) }
        try check(statement, against: history)
        let evidence = EndOfDayEvidence(
            statement, words: try OperatorEvidence.checked(words), operatorName: name, by: requester)
        history.apply(.operatorSettled(evidence))
        let outcome: EndOfDayReport.Outcome =
            switch statement {
            case .ended: history.hasTotals ? .closed : .closedWithoutTotals
            case .notEnded:
                .notClosed(reason: Sentence("reason.readInJournal", ["operator": name, "words": evidence.words]))
            }
        return try await settle(history, outcome, by: evidence)
    }

    private func check(
        _ statement: EndOfDayEvidence.Statement, against history: EndOfDayHistory
    ) throws(Failure) {
        switch statement {
        case .notEnded:
            if history.wasTold { throw .contradictsEndOfDay(Sentence("detail.toldEndOfDay")) }
            // The terminal may end its day a moment after somebody read that it goes on.
            let rest = history.mayStillRun(
                at: environment.now(), environment.bootTime(), history.intent.cardPhase)
            if rest > .zero { throw .mayStillRun(rest) }
        case .ended(let total?):
            guard total.minorUnits.magnitude <= Money.mostMinorUnits.magnitude else { throw .totalTooLarge(total) }
            let books = try books(history.intent.terminal, through: history.sequence, told: history.totals).day
            guard total.currency == books.currency else {
                throw .contradictsEndOfDay(Sentence("detail.otherCurrency", ["currency": books.currency.code]))
            }
            guard history.hasTotals, let told = history.totals?.sumMinor, told != total.minorUnits else { return }
            let sum = Money(minorUnits: told, currency: books.currency)
            throw .contradictsEndOfDay(Sentence("detail.toldSum", ["sum": sum]))
        case .ended(nil): break
        }
    }
}

extension Failure {
    package static func endOfDayNotOpen(_ id: EndOfDayID) -> Failure {
        Failure(
            SettlementFailure.notInDoubt, Sentence("failure.settlement.notInDoubt.endOfDayNotOpen", ["id": id]),
            remedy: Sentence("remedy.settlement.notInDoubt"), recovery: .giveUp)
    }

    static func totalTooLarge(_ total: Money) -> Failure {
        let most = Money(minorUnits: Money.mostMinorUnits, currency: total.currency)
        return Failure(
            SettlementFailure.badTotal, Sentence("failure.settlement.badTotal", ["total": total, "most": most]),
            remedy: Sentence("remedy.settlement.badTotal"), recovery: .giveUp)
    }

    static func contradictsEndOfDay(_ what: Sentence) -> Failure {
        Failure(
            SettlementFailure.contradiction,
            Sentence("failure.settlement.contradiction.contradictsEndOfDay", ["what": what]),
            remedy: Sentence("remedy.settlement.contradiction.contradictsEndOfDay"), recovery: .askOperator)
    }
}
