/// One of the states a `StoresManager` can be in, with the stores that can be asked in it.
///
/// All methods are called on the manager's lane and are brief.
public protocol StoresManagerState: AnyObject, Sendable {
    /// As a person would say it: `signed in`.
    var name: String { get }
    /// Where this state has registered its stores. The state holds the stores; nobody else does.
    var dispatcher: Dispatcher { get }
    /// Why this state may not be left now; nil when it may.
    func refusalToLeave() -> Failure?
    /// Ends what runs, and calls `ended` once, from any thread, when it has ended. Actions no longer arrive.
    func end(_ ended: @escaping @Sendable () -> Void)
    /// Called when all work has ended and every open reply is answered, before the state is released.
    func didLeave()
}
