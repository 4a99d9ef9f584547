/// A state of a `StoresManager`, with the stores that exist in it.
///
/// All methods are called on the manager's lane and must be brief.
public protocol StoresManagerState: AnyObject, Sendable {
    /// The name for people: `signed in`.
    var name: String { get }
    /// The dispatcher in which this state has registered its stores. Only the state holds the stores.
    var dispatcher: Dispatcher { get }
    /// Why this state may not be left now; nil when it may.
    func refusalToLeave() -> Failure?
    /// Ends all work and calls `ended` once, from any thread. No actions arrive any more.
    func end(_ ended: @escaping @Sendable () -> Void)
    /// Called when all work has ended and every open reply is answered, before the state is released.
    func didLeave()
}
