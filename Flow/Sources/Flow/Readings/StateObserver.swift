/// An object that receives the views of a reading, subscribed with `subscribe(_:)` of `Reading`.
public protocol StateObserver<View>: AnyObject, Sendable {
    associatedtype View
    /// Called on the tree's lane with the current view, and then with the view after each event. It must be brief.
    func newState(_ view: View)
}

extension Reading {
    /// Subscribes `observer` as long as it lives. The tree does not hold it, and nothing needs to be kept.
    ///
    /// An object that is already subscribed to views of this type in this branch is notified once, from now on through this
    /// reading.
    public func subscribe<Observer: StateObserver>(_ observer: Observer) where Observer.View == View {
        subscribe(observer, Observer.newState)
    }

    /// Calls a method of `object` for as long as the object lives: `subscribe(self, Display.show)`. The reading's tree does
    /// not hold the object, and it need not keep anything.
    ///
    /// ```swift
    /// machine.reading { $0.cups }.subscribe(display, CupDisplay.show)
    /// ```
    ///
    /// `self.show` as a closure would hold the object, which would then never go. An object that is subscribed to views of
    /// this type in this branch already is heard once, and from now on through this reading and method; `name` keeps
    /// several apart.
    public func subscribe<Object: AnyObject & Sendable>(
        _ object: Object, named name: String = "", _ method: @escaping @Sendable (Object) -> (View) -> Void
    ) {
        let (home, tree, key, mark) = (Weak(object), branch.tree, key(object, name), ObservingObjects.Mark())
        let subscription = subscribe { [weak tree] view in
            if let object = home.object { method(object)(view) } else { tree?.objects.forget(key, mark) }
        }
        tree.objects.add(subscription, of: object, key, mark)
    }

    /// Ends a subscription of this object by type of view and name, before the object is released.
    public func unsubscribe(_ object: some AnyObject & Sendable, named name: String = "") {
        branch.tree.objects.forget(key(object, name))
    }

    private func key(_ object: some AnyObject, _ name: String) -> ObservingObjects.Key {
        ObservingObjects.Key(
            object: ObjectIdentifier(object), branch: ObjectIdentifier(branch), view: ObjectIdentifier(View.self),
            name: name)
    }
}
