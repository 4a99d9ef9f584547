/// The business logic of one concern. What it needs (storage, network, devices, environment) it is given in `init`.
public protocol Store: ActionsProcessor {
    /// Stores that this concern has grown into, with actions of their own, by which they are reached directly; nothing is
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
