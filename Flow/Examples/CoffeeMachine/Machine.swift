import Flow

/// What the machine sells.
enum Drink: String, Codable, Hashable, Sendable {
    case espresso, latte
}

/// The root of the tree.
struct MachineState: Codable, Equatable, Sendable {
    var cups = 0
    var language = "en"
    var navigationState = NavigationState(DrinkPage.menu)

    static let reducer: StateStore<MachineState, MachineEvent>.Reducer = { state, event in state.reduce(event) }

    mutating func reduce(_ event: MachineEvent) {
        switch event {
        case .ordered: cups += 1
        case .spoke(let language): self.language = language
        case .moved(let event): navigationState.reduce(event)
        case .grinder: break
        }
    }
}

enum MachineEvent: Codable, Equatable, Sendable {
    case ordered
    case spoke(String)
    case moved(NavigationEvent<DrinkPage>)
    case grinder(GrinderEvent)
}

/// A branch: what the grinder does, and whether it should be running.
struct GrinderState: Codable, Equatable, Sendable {
    var grinding = EffectState()
    var beans = 3

    mutating func reduce(_ event: GrinderEvent) {
        switch event {
        case .started: grinding.run()
        case .ground: finish()
        }
    }

    mutating func finish() {
        beans -= 1
        grinding.succeed()
    }
}

enum GrinderEvent: Codable, Equatable, Sendable {
    case started, ground
}

/// A search whose effect remembers, over a restart, whether it is done.
struct SearchState: Codable, Sendable {
    var query = Tracked(done: "")
    var results: [String] = []
}

/// What can be logged, and nothing else.
extension LoggedEvent {
    static let doorOpened = LoggedEvent("door.opened", .notice, "The door was opened")
}

extension LogField {
    static func door(_ number: Int) -> LogField { LogField("DOOR", String(number)) }
}
