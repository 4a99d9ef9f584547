/// Follows the states of a branch to begin and end an effect. It consists of closures, which are specialised for the types
/// of their branch.
@usableFromInline struct Follower<State: Sendable>: Sendable {
    /// The key path of the effect's description, by which it is detached.
    @usableFromInline let path: AnyKeyPath & Sendable
    /// Called on the tree's lane, after each event that reached the branch.
    @usableFromInline let follow: @Sendable (State) -> Void
    /// Cancels everything and begins nothing more. From any thread.
    @usableFromInline let end: @Sendable () -> Void

    @inlinable init(
        at path: AnyKeyPath & Sendable, follow: @escaping @Sendable (State) -> Void, end: @escaping @Sendable () -> Void
    ) {
        self.path = path
        self.follow = follow
        self.end = end
    }
}
