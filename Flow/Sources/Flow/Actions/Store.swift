/// The business logic of one concern. Its `init` receives everything that it needs (storage, network, devices, environment).
public protocol Store: ActionsProcessor {
    /// The sub-stores of this concern, with actions of their own that reach them directly. This store holds them, and always
    /// returns the same ones. Empty by default.
    var subStores: [any Store] { get }
    /// Registers this store and its sub-stores as processors of their actions. Called once, by the state that owns the
    /// store.
    func registerSupportedActions(in dispatcher: Dispatcher)
    /// Removes what this store has kept of the operator's data. Called once, when the session that owns the store has
    /// ended and nothing of it works any more; not called for process stores. Does nothing by default.
    func clearOperatorData()
}

extension Store {
    public var subStores: [any Store] { [] }
    public func clearOperatorData() {}

    public func registerSupportedActions(in dispatcher: Dispatcher) {
        dispatcher.register(self)
        for store in subStores { store.registerSupportedActions(in: dispatcher) }
    }
}
