import Failures
import Flow
import Model

/// The kinds of events, which are those of the journal's entries.
package enum EventKinds {
    /// Told when entries between were moved to an archive, or when the journal is not the one that the endpoint knows.
    static let reset = "reset"

    package static let all: Set<String> = [
        "amount.differs", "drawer.opened", "endOfDay.asked", "endOfDay.asking", "endOfDay.disturbed", "endOfDay.ended",
        "endOfDay.intended",
        "endOfDay.onlyAsked", "endOfDay.operatorSettled", "endOfDay.settled", "endOfDay.text",
        "endOfDay.textsCompleted",
        "endOfDay.totals", "endOfDay.unclear", "journal.accepted", "journal.archived", "journal.restored",
        "operator.created", "operator.locked", "operator.pinChanged", "operator.removed", "order.alreadyPaid",
        "order.paidByOther", "order.paidInstead", "outbox.dropped", "outbox.finished", "outbox.retried",
        "payment.aborted", "payment.asking",
        "payment.cancelRequested", "payment.completed", "payment.dayEnded", "payment.disturbed", "payment.evidence",
        "payment.goods",
        "payment.goodsTooLate", "payment.inDoubt", "payment.intended", "payment.mayTake", "payment.operatorConfirmed",
        "payment.operatorSettled", "payment.operatorWithdrew", "payment.refused", "payment.repeatedText",
        "payment.result", "payment.seemsBooked", "payment.sending", "payment.settled", "payment.text",
        "payment.textsCompleted", "receipt.dropped", "receipt.mailed", "receipt.moved", "receipt.printed",
        "receipt.reinstated", "receipt.waived", "receipt.withdrawn", "restore.progress", "terminal.compared",
        "till.enrolled",
    ]

    /// The kinds in a text that separates them by commas. Throws `endpoint.unknownEvent` as `check` does.
    package static func read(_ text: String) throws(Failure) -> [String] {
        let kinds = text.split(separator: ",").map { word in String(word.filter { !$0.isWhitespace }) }
        try check(kinds)
        return kinds
    }

    /// Throws `endpoint.unknownEvent` unless each of these is a kind, a group such as `payment.*`, or `*`.
    package static func check(_ wanted: [String]) throws(Failure) {
        let groups = Set(all.map { String($0.prefix { $0 != "." }) + ".*" })
        let unknown = wanted.first { $0 != "*" && !all.contains($0) && !groups.contains($0) }
        guard unknown == nil, !wanted.isEmpty, wanted.count <= all.count else {
            throw Failure(
                EndpointFailure.unknownEvent,
                Sentence("failure.endpoint.unknownEvent", ["event": (unknown ?? "-").presentable]),
                remedy: Sentence("remedy.endpoint.unknownEvent"), recovery: .giveUp)
        }
    }
}
