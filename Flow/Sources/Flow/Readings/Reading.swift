/// A capability to see one aspect of a state, and nothing else: neither the rest of it nor a way to change it.
///
/// ```swift
/// let cups: Reading<Int> = machine.reading { $0.cups }
/// ```
public struct Reading<View>: Sendable {
    /// The branch this is a reading of.
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

    /// The aspect as it is after the last event that was reduced.
    public var current: View { look() }

    /// Tells `hear` the present state, soon, and from then on the state after each event, as `StateStore` promises: in
    /// order, none left out, on the tree's lane. It is brief.
    ///
    /// Ends when the subscription is cancelled or released, or the branch is released. A closure that holds an object, as
    /// `self.newState` does, keeps that object alive until then; `subscribe(self, Display.newState)` does not.
    public func subscribe(_ hear: @escaping @Sendable (View) -> Void) -> Subscription { listen(hear) }

    /// Does `work` on the tree's lane when that time has passed.
    func after(_ span: Duration, _ work: @escaping @Sendable () -> Void) -> any Running {
        branch.tree.lane.schedule(at: branch.tree.environment.uptime() + span, work)
    }
}

extension StateStore {
    /// A capability that shows the aspect of this state that `narrow` selects, and cannot dispatch. Holds this branch.
    @inlinable public func reading<View>(_ narrow: @escaping @Sendable (State) -> View) -> Reading<View> {
        Reading(of: self) {
            narrow(self.state)
        } listen: { hear in
            self.subscribe { hear(narrow($0)) }
        }
    }

    /// A capability that shows an aspect of this state and of one it grows from: state flows down.
    ///
    /// Observers hear once per event that reached either, with both states as they are after it.
    @inlinable public func reading<Above: Sendable, AboveEvent, View>(
        above parent: StateStore<Above, AboveEvent>, _ narrow: @escaping @Sendable (Above, State) -> View
    ) -> Reading<View> {
        reading(above: parent.reading { $0 }, narrow)
    }

    /// A capability that shows an aspect of this state and of what a reading of a branch it grows from shows: state flows
    /// down any number of branches.
    @inlinable public func reading<Above, View>(
        above parent: Reading<Above>, _ narrow: @escaping @Sendable (Above, State) -> View
    ) -> Reading<View> {
        precondition(grows(from: parent.branch), "a reading above a branch that this one does not grow from")
        return Reading(of: self) {
            let (above, here) = self.tree.atOnce { (parent.current, self.state) }
            return narrow(above, here)
        } listen: { hear in
            // What reaches this branch reaches its parent: one who hears that one hears all.
            let home = Weak(self)
            return parent.subscribe { state in home.object.map { hear(narrow(state, $0.state)) } }
        }
    }
}
