/// A request to one Store, with a typed answer. A tag: an enum per concern declares what that concern can be asked.
///
/// A case that asks for something carries a `Reply` among its associated values, and nothing else that waits:
///
/// ```swift
/// enum CounterAction: Action {
///     case serve(Drink, Reply<Int>)
///     case served(Reply<Int>)
/// }
/// ```
public protocol Action: Sendable {}

extension Action {
    /// Answers every reply that this action carries with `failure`. For code that cannot pass the action on; stores answer
    /// the replies themselves.
    public func refuse(_ failure: Failure) {
        for reply in openReplies { reply.answer(failing: failure) }
    }

    /// The replies among the associated values or fields of this action, not deeper.
    ///
    /// They are found by reflection, so that an action stays a plain enum; otherwise every action would have to list its
    /// replies a second time. A reply that is not found is answered as abandoned when the action is dropped.
    var openReplies: [any OpenReply] {
        Mirror(reflecting: self).children.flatMap { child in
            if let carrier = child.value as? any ReplyCarrier { return [carrier.open] }
            let values = Mirror(reflecting: child.value)
            guard values.displayStyle == .tuple else { return [any OpenReply]() }
            return values.children.compactMap { ($0.value as? any ReplyCarrier)?.open }
        }
    }
}
