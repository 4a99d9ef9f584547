/// The states of many effects of one kind by id, such as one for each print job or attached device.
///
/// They are kept and encoded in the order in which they were added, so that equal events give equal bytes.
public struct EffectStates<ID: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
    @usableFromInline struct Entry: Hashable, Codable, Sendable {
        @usableFromInline let id: ID
        /// The number of the addition. An id that is removed and added again gets another number.
        @usableFromInline let number: Int
        @usableFromInline var state: EffectState

        @inlinable init(id: ID, number: Int, state: EffectState) {
            self.id = id
            self.number = number
            self.state = state
        }
    }

    @usableFromInline var entries: [Entry] = []
    @usableFromInline var added = 0

    public init() {}

    public var ids: [ID] { entries.map(\.id) }
    @inlinable public var count: Int { entries.count }
    @inlinable public var isEmpty: Bool { entries.isEmpty }

    /// The state of this effect. Setting it to nil removes it and cancels its work.
    public subscript(id: ID) -> EffectState? {
        @inlinable get { place(of: id).map { entries[$0].state } }
        @inlinable set {
            switch (place(of: id), newValue) {
            case (let place?, let state?): entries[place].state = state
            case (let place?, nil): entries.remove(at: place)
            case (nil, let state?): add(id, state)
            case (nil, nil): break
            }
        }
    }

    /// The state of this effect for changes in place: `jobs[id, default: EffectState()].run()`.
    public subscript(id: ID, default state: @autoclosure () -> EffectState) -> EffectState {
        @inlinable get { self[id] ?? state() }
        @inlinable set { self[id] = newValue }
    }

    @inlinable func place(of id: ID) -> Int? { entries.firstIndex { $0.id == id } }

    @inlinable mutating func add(_ id: ID, _ state: EffectState) {
        added += 1
        entries.append(Entry(id: id, number: added, state: state))
    }
}
