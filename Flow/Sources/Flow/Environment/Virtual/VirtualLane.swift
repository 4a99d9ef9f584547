import Synchronization

/// A lane of a virtual world, listed in the agenda as long as it has work.
final class VirtualLane: Lane {
    private struct Piece {
        let work: Agenda.Work
        let counts: Bool
    }

    private struct State {
        var pieces: [Piece] = []
        /// Pieces before this index are done.
        var first = 0
        var counted = 0
        var isListed = false
    }

    private let name: String
    private let limit: Int
    private let agenda: Agenda
    private let state = Mutex(State())

    init(name: String, limit: Int, agenda: Agenda) {
        precondition(limit > 0, "a lane in which nothing may wait")
        self.name = name
        self.limit = limit
        self.agenda = agenda
    }

    func enqueue(_ work: @escaping @Sendable () -> Void) -> Bool {
        add(Piece(work: work, counts: true))
    }

    func schedule(at time: Uptime, _ work: @escaping @Sendable () -> Void) -> any Running {
        let once = Once(work)
        guard time > agenda.uptime else {
            _ = add(Piece(work: once.run, counts: false))
            return once
        }
        let timer = agenda.schedule(at: time) { _ = self.add(Piece(work: once.run, counts: false)) }
        return Scheduled(timer: timer, work: once)
    }

    func assertOnLane() { precondition(agenda.isOn(self), "not on lane \(name)") }

    /// The next piece. Only the agenda calls this, while the lane is listed.
    func takeFirst() -> Agenda.Work {
        let piece = state.withLock { state in
            let piece = state.pieces[state.first]
            state.first += 1
            if piece.counts { state.counted -= 1 }
            if 2 * state.first > state.pieces.count {
                state.pieces.removeFirst(state.first)
                state.first = 0
            }
            return piece
        }
        return piece.work
    }

    /// The taken piece is done; lists the lane again when there is more.
    func pieceDone() {
        let hasMore = state.withLock { state in
            state.isListed = !state.pieces.isEmpty
            return state.isListed
        }
        if hasMore { agenda.add(self) }
    }

    private func add(_ piece: Piece) -> Bool {
        let (isTaken, isNew) = state.withLock { state in
            if piece.counts {
                guard state.counted < limit else { return (false, false) }
                state.counted += 1
            }
            state.pieces.append(piece)
            defer { state.isListed = true }
            return (true, !state.isListed)
        }
        if isNew { agenda.add(self) }
        return isTaken
    }
}
