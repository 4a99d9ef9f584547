import Flow
import Hardware
import Model
import Storage

/// What follows from a report of what became of the goods.
struct DispenseRule {
    enum Consequence: Hashable {
        /// The fact to write. A fact that is written too late may contradict how the payment ended.
        case write(PaymentEvent, Failure?)
        case known
        case refused(Failure)

        var answer: Result<Void, Failure> {
            switch self {
            case .write(_, nil), .known: .success(())
            case .write(_, let failure?), .refused(let failure): .failure(failure)
            }
        }
    }

    let history: PaymentHistory

    private var id: PaymentID { history.intent.payment }

    func consequence(of said: DispenseResult) -> Consequence {
        guard history.intent.givesGoods else { return .refused(.noGoodsAsked(id)) }
        guard let issue = admitted(said) else { return .refused(.badGoods(history.intent.amount)) }
        if let known = history.goods ?? history.lateGoods {
            guard known == issue else { return .refused(.goodsToldOtherwise(id)) }
            return contradiction(issue).map(Consequence.refused) ?? .known
        }
        if history.awaitsGoods { return .write(.goods(issue), nil) }
        guard case .settled = history.stage else { return .refused(.goodsNotAwaited(id)) }
        return .write(.goodsTooLate(issue), contradiction(issue))
    }

    /// The result if its amount is above zero and at most the approved amount; nil for anything else.
    private func admitted(_ issue: DispenseResult) -> DispenseResult? {
        switch issue {
        case .given, .notGiven: return issue
        case .pending: return nil
        case .givenInPart(let part):
            let whole = history.intent.amount
            guard part.currency == whole.currency, 1...whole.minorUnits ~= part.minorUnits else { return nil }
            return part == whole ? .given : issue
        }
    }

    /// The failure for a payment whose end contradicts what was given out.
    private func contradiction(_ issue: DispenseResult) -> Failure? {
        guard case .settled(let outcome) = history.stage else { return nil }
        guard case .approved = outcome else { return issue == .notGiven ? nil : .goodsUnpaid(id) }
        return issue.advice(charged: history.amount).map { .chargedWithoutGoods(id, $0) }
    }
}
