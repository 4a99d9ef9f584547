import Flow

/// The requests that the counter answers.
enum CounterAction: Action {
    case serve(Drink, Reply<Int>)
    case served(Reply<Int>)
}

/// The business logic of the counter: it answers each action once, and tells the tree what happened.
final class CounterStore: Store {
    private let machine: StateStore<MachineState, MachineEvent>

    init(_ machine: StateStore<MachineState, MachineEvent>) { self.machine = machine }

    func onAction(_ action: CounterAction) {
        switch action {
        case .serve(_, let reply):
            let number = machine.state.cups + 1
            if let refusal = machine.dispatch(.ordered) { reply(failing: refusal) } else { reply(number) }
        case .served(let reply):
            reply(machine.state.cups)
        }
    }
}

/// Shows how many cups there were, for as long as somebody holds the display.
final class CupDisplay: Sendable {
    let say: @Sendable (String) -> Void

    init(say: @escaping @Sendable (String) -> Void) { self.say = say }

    func show(_ cups: Int) { say("display: \(cups)") }
}

enum TankFailure: String, FailureCode {
    case dry = "tank.dry"
}

/// A tank whose water comes when the valve is asked a second time.
actor Tank {
    private var asked = 0

    func refill() throws(Failure) -> Int {
        asked += 1
        if asked == 1 { throw Failure(TankFailure.dry, "No water came.", recovery: .retry) }
        return 10
    }
}
