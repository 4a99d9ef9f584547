import Flow
import Synchronization

/// What a test was told, in order, from any thread.
final class Heard<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    @Sendable func hear(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}

/// What `CountStore` can be asked.
enum CountAction: Action {
    case add(Int, Reply<Int>)
    case read(Reply<Int>)
    case both(first: Reply<Int>, second: Reply<Int>)
    /// Keeps the reply until told to `forget`.
    case keep(Reply<Int>)
    case forget
}

struct WeighAction: Action {
    let object: String
    let reply: Reply<Int>
}

/// Counts.
final class CountStore: Store {
    private struct State {
        var count = 0
        var kept: [Reply<Int>] = []
    }

    private let state = Mutex(State())

    func onAction(_ action: CountAction) {
        switch action {
        case .add(let amount, let reply): reply(add(amount))
        case .read(let reply): reply(add(0))
        case .both(let first, let second):
            first(add(0))
            second(add(0))
        case .keep(let reply): state.withLock { $0.kept.append(reply) }
        case .forget: state.withLock { $0.kept = [] }
        }
    }

    private func add(_ amount: Int) -> Int {
        state.withLock { state in
            state.count += amount
            return state.count
        }
    }
}
