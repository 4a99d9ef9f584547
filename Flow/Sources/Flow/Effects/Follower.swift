/// An effect's view of its branch: told each state, it begins and ends the work. Made of closures, which are compiled for
/// the types of their branch.
@usableFromInline struct Follower<State: Sendable>: Sendable {
    /// Where in the state the effect is described: what it is detached by.
    @usableFromInline let path: AnyKeyPath & Sendable
    /// Called on the tree's lane, after each event that reached the branch.
    @usableFromInline let follow: @Sendable (State) -> Void
    /// Cancels all, and begins nothing more. From any thread.
    @usableFromInline let end: @Sendable () -> Void

    @inlinable init(
        at path: AnyKeyPath & Sendable, follow: @escaping @Sendable (State) -> Void, end: @escaping @Sendable () -> Void
    ) {
        self.path = path
        self.follow = follow
        self.end = end
    }
}
