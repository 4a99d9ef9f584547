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
    /// Answers every reply this action carries with `failure`. For code that cannot pass the action on; a store answers
    /// the replies it was handed.
    public func refuse(_ failure: Failure) {
        for reply in openReplies { reply.answer(failing: failure) }
    }

    /// The replies among the associated values (or the fields) of this action, not deeper.
    ///
    /// Found by reflection so that an Action stays a plain tag: the alternative is a switch in every action that lists
    /// every reply a second time. One this overlooked would be answered as abandoned when the action is dropped.
    var openReplies: [any OpenReply] {
        Mirror(reflecting: self).children.flatMap { child in
            if let carrier = child.value as? any ReplyCarrier { return [carrier.open] }
            let values = Mirror(reflecting: child.value)
            guard values.displayStyle == .tuple else { return [any OpenReply]() }
            return values.children.compactMap { ($0.value as? any ReplyCarrier)?.open }
        }
    }
}
