import Dispatch
import Synchronization

/// A lane on a serial Dispatch queue, which is woken once for all waiting work.
final class QueueLane: Lane {
    private struct Piece {
        var work: (@Sendable () -> Void)?
        let counts: Bool
    }

    private struct State {
        var pieces: [Piece] = []
        /// An emptied array that is reused in place of `pieces`.
        var spare: [Piece] = []
        var isAwake = false
        /// The number of accepted pieces that count against the limit.
        var taken = 0

        /// Adds a piece; returns whether the queue must be woken.
        mutating func add(_ piece: Piece) -> Bool {
            pieces.append(piece)
            defer { isAwake = true }
            return !isAwake
        }
    }

    private let queue: DispatchQueue
    private let limit: Int
    private let state = Mutex(State())
    /// The number of begun pieces that count against the limit. Written on the queue only.
    private let begun = Atomic(0)

    init(name: String, limit: Int) {
        precondition(limit > 0, "a lane in which nothing may wait")
        queue = DispatchQueue(label: "flow.\(name)", qos: .userInitiated.ifPermitted)
        self.limit = limit
    }

    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, wakes) = take(work)
        if wakes { wake() }
        return isTaken
    }

    func perform(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, wakes) = take(work)
        if wakes { queue.sync { workOff() } }
        return isTaken
    }

    private func take(_ work: @escaping @Sendable () -> Void) -> (isTaken: Bool, wakes: Bool) {
        state.withLock { state in
            guard state.taken - begun.load(ordering: .relaxed) < limit else { return (false, false) }
            state.taken += 1
            return (true, state.add(Piece(work: work, counts: true)))
        }
    }

    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running {
        let once = Once(work)
        let span = time - .live
        guard span > .zero else {
            add(once)
            return once
        }
        let timer = QueueTimer { self.add(once) }
        timer.start(on: queue, in: span)
        return Scheduled(timer: timer, work: once)
    }

    func assertOnLane() { dispatchPrecondition(condition: .onQueue(queue)) }

    private func add(_ once: Once) {
        if state.withLock({ $0.add(Piece(work: once.run, counts: false)) }) { wake() }
    }

    private func wake() { queue.async { self.workOff() } }

    /// Runs the waiting work. Work that is added meanwhile waits for the next time, so that timers get their turn.
    private func workOff() {
        var pieces = state.withLock { state in
            defer { (state.pieces, state.spare) = (state.spare, []) }
            return state.pieces
        }
        for index in pieces.indices {
            if pieces[index].counts { begun.store(begun.load(ordering: .relaxed) + 1, ordering: .relaxed) }
            // Released after it has run, because others may wait for its release.
            let work = pieces[index].work.take()
            work?()
        }
        pieces.removeAll(keepingCapacity: true)
        let hasMore = state.withLock { state in
            state.spare = pieces
            state.isAwake = !state.pieces.isEmpty
            return state.isAwake
        }
        if hasMore { wake() }
    }
}
