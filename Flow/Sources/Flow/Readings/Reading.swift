/// A capability to see one aspect of a state, and nothing else: neither the rest of it nor a way to change it.
///
/// ```swift
/// let cups: Reading<Int> = machine.reading { $0.cups }
/// ```
public struct Reading<View>: Sendable {
    /// The branch of this reading.
    @usableFromInline let branch: any Branch
    let look: @Sendable () -> View
    let listen: @Sendable (@escaping @Sendable (View) -> Void) -> Subscription

    @usableFromInline init(
        of branch: any Branch, look: @escaping @Sendable () -> View,
        listen: @escaping @Sendable (@escaping @Sendable (View) -> Void) -> Subscription
    ) {
        self.branch = branch
        self.look = look
        self.listen = listen
    }

    /// The view after the last reduced event.
    public var current: View { look() }

    /// Calls `hear` with the current state, soon, and then with the state after each event: in order, without omissions, on
    /// the tree's lane. It must be brief.
    ///
    /// Ends when the subscription is cancelled or released, or the branch is released. A closure that holds an object, as
    /// `self.newState` does, keeps the object alive until then; `subscribe(self, Display.newState)` does not.
    public func subscribe(_ hear: @escaping @Sendable (View) -> Void) -> Subscription { listen(hear) }

    /// Calls `work` on the tree's lane after a span.
    func after(_ span: Duration, _ work: @escaping @Sendable () -> Void) -> any Running {
        branch.tree.lane.schedule(at: branch.tree.environment.uptime() + span, work)
    }
}

extension StateStore {
    /// A reading of the aspect of this state that `narrow` selects. It holds this branch.
    @inlinable public func reading<View>(_ narrow: @escaping @Sendable (State) -> View) -> Reading<View> {
        Reading(of: self) {
            narrow(self.state)
        } listen: { hear in
            self.subscribe { hear(narrow($0)) }
        }
    }

    /// A reading of an aspect of this state and of the state of a branch from which it grows.
    ///
    /// Observers are notified once per event that reached either branch, with both states after it.
    @inlinable public func reading<Above: Sendable, AboveEvent, View>(
        above parent: StateStore<Above, AboveEvent>, _ narrow: @escaping @Sendable (Above, State) -> View
    ) -> Reading<View> {
        reading(above: parent.reading { $0 }, narrow)
    }

    /// A reading of an aspect of this state and of a reading of any branch from which it grows.
    @inlinable public func reading<Above, View>(
        above parent: Reading<Above>, _ narrow: @escaping @Sendable (Above, State) -> View
    ) -> Reading<View> {
        precondition(grows(from: parent.branch), "a reading above a branch that this one does not grow from")
        return Reading(of: self) {
            let (above, here) = self.tree.atOnce { (parent.current, self.state) }
            return narrow(above, here)
        } listen: { hear in
            // Every event of this branch reaches its parent, so observing the parent suffices.
            let home = Weak(self)
            return parent.subscribe { state in home.object.map { hear(narrow(state, $0.state)) } }
        }
    }
}
