/// A request to one Store, with a typed answer. A tag: an enum per concern declares what that concern can be asked.
///
/// A case that asks for something carries a `Reply` among its associated values, and nothing else that waits:
///
/// ```swift
/// enum OrderAction: Action {
///     case retrieveOrder(site: SiteID, order: OrderID, Reply<Order>)
/// }
/// ```
public protocol Action: Sendable {}

extension Action {
    /// Answers every reply this action carries with `failure`. For whoever cannot pass the action on; a store answers
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

/// Something that can process the actions of one type.
///
/// `onAction` is called on the lane of the `StoresManager`, one action at a time, and is brief: it answers, or starts
/// an effect and answers later. It never waits.
public protocol ActionsProcessor<Handled>: AnyObject, Sendable {
    associatedtype Handled: Action
    func onAction(_ action: Handled)
}

/// The business logic of one concern. What it needs (storage, network, devices, environment) it is given in `init`.
public protocol Store: ActionsProcessor {
    /// What the concern has grown into: stores with actions of their own, reached directly by these; nothing is
    /// forwarded. Held by this store, and the same ones each time. None unless said otherwise.
    var subStores: [any Store] { get }
    /// Registers this store as the processor of its actions, and its sub-stores. Called once, by the state that owns
    /// the store.
    func registerSupportedActions(in dispatcher: Dispatcher)
}

extension Store {
    public var subStores: [any Store] { [] }

    public func registerSupportedActions(in dispatcher: Dispatcher) {
        dispatcher.register(self)
        for store in subStores { store.registerSupportedActions(in: dispatcher) }
    }
}
