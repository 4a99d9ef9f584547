/// An aspect of a state, and a way to dispatch: what one screen or one device is given of a store, with events of its own.
///
/// ```swift
/// let counter = machine.view {
///     $0.cups
/// } embed: { (_: Void) in
///     MachineEvent.ordered
/// }
/// counter.dispatch(())
/// ```
public struct StoreView<View, Event: Sendable>: Sendable {
    /// The view as a reading, which cannot dispatch.
    public let reading: Reading<View>
    private let send: @Sendable (Event) -> Failure?

    init(_ reading: Reading<View>, send: @escaping @Sendable (Event) -> Failure?) {
        self.reading = reading
        self.send = send
    }

    /// The view after the last reduced event.
    public var current: View { reading.current }

    /// Calls `hear` with the current view and the view after each event, as `subscribe` of `Reading` does.
    public func subscribe(_ hear: @escaping @Sendable (View) -> Void) -> Subscription { reading.subscribe(hear) }

    /// Queues an event in the underlying store. Returns nil when it is queued, else the failure `lane.full`.
    @discardableResult
    public func dispatch(_ event: Event) -> Failure? { send(event) }

    /// A narrower view, with the same events.
    public func map<Other>(_ transform: @escaping @Sendable (View) -> Other) -> StoreView<Other, Event> {
        StoreView<Other, Event>(reading.map(transform), send: send)
    }

    /// A narrower view with its own events, which `embed` converts to events of this view.
    public func map<Other, OtherEvent: Sendable>(
        _ transform: @escaping @Sendable (View) -> Other, embed: @escaping @Sendable (OtherEvent) -> Event
    ) -> StoreView<Other, OtherEvent> {
        StoreView<Other, OtherEvent>(reading.map(transform)) { [send] in send(embed($0)) }
    }
}

extension StateStore {
    /// The aspect of this state that `narrow` selects, with this store's events. Holds this branch.
    public func view<View>(_ narrow: @escaping @Sendable (State) -> View) -> StoreView<View, Event> {
        StoreView(reading(narrow)) { self.dispatch($0) }
    }

    /// The aspect of this state that `narrow` selects, with its own events, which `embed` converts to this store's. Holds
    /// this branch.
    public func view<View, ViewEvent: Sendable>(
        _ narrow: @escaping @Sendable (State) -> View, embed: @escaping @Sendable (ViewEvent) -> Event
    ) -> StoreView<View, ViewEvent> {
        StoreView(reading(narrow)) { self.dispatch(embed($0)) }
    }
}
