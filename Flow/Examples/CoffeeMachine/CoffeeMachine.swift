import Flow
import FlowProbe

/// A coffee machine in a world whose time and chance the program controls: each run prints the same lines.
///
/// The examples of the documentation are lines of this program, which a test checks.
@main struct CoffeeMachine {
    static func main() throws {
        try serving()
        try showing()
        try navigating()
        try testing()
    }

    private static func serving() throws {
        let world = VirtualWorld(seed: 7)
        let environment = world.environment
        let machine = StateStore(MachineState(), environment: environment) { state, event in state.reduce(event) }
        let stores = StoresManager(environment: world.environment) {
            DeauthenticatedState(stores: [CounterStore(machine)], because: $0)
        }
        let recorder = machine.record()
        let log = machine.tap { event, before, after in
            if before.cups != after.cups { print("\(event): cup number \(after.cups)") }
        }
        let printing = machine.printChanges()
        let number = try world.finish { () async throws(Failure) in
            try await stores.ask { CounterAction.serve(.latte, $0) }
        }
        world.advance(by: .seconds(5))
        let cups = try world.finish { () async throws(Failure) in try await stores.ask { CounterAction.served($0) } }
        let served = try world.finish { () async throws(Failure) in try await count(stores) }
        print("served cup \(number) of \(cups), \(served)")

        let recording = recorder.recording
        let noon = recording.state(after: 0, reducer: MachineState.reducer)
        print("before that: \(noon.cups)")
        withExtendedLifetime((log, printing)) {}
    }

    /// Asks for the count and waits for the answer.
    private static func count(_ stores: StoresManager) async throws(Failure) -> String {
        let cups = try await stores.ask { CounterAction.served($0) }
        return cups == 1 ? "the first" : "one of many"
    }

    private static func showing() throws {
        let world = VirtualWorld()
        let environment = world.environment
        let machine = StateStore(MachineState(), environment: environment) { state, event in state.reduce(event) }
        let grinder = machine.with(GrinderState(), embed: MachineEvent.grinder) { state, event in state.reduce(event) }
        grinder.effect(\.grinding, seeing: machine.reading { $0.language }) { state, language, dispatch in
            Effect { dispatch(.ground) }
        }
        grinder.dispatch(.started)
        world.run()
        print("beans for \(grinder.state.beans) cups")

        let display = CupDisplay { print($0) }
        machine.reading { $0.cups }.subscribe(display, CupDisplay.show)
        let cups: Reading<Int> = machine.reading { $0.cups }
        let counter = machine.view {
            $0.cups
        } embed: { (_: Void) in
            MachineEvent.ordered
        }
        counter.dispatch(())
        world.run()
        print("by reading: \(cups.current)")
        try waiting(world, machine)
    }

    private static func waiting(_ world: VirtualWorld, _ machine: StateStore<MachineState, MachineEvent>) throws {
        let (environment, tank) = (world.environment, Tank())
        let patient = Retry(.unlimited, first: .seconds(1), longest: .seconds(300))
        let water = try world.finish { () async throws(Failure) in
            try await environment.retrying(patient) { () async throws(Failure) in try await tank.refill() }
        }
        print("water: \(water)")
        world.finish {
            for await cups in machine.reading({ $0.cups }).distinct().values() {
                print("\(cups) cups so far")
                if cups == 3 { break }
                machine.dispatch(.ordered)
            }
        }
    }

    private static func navigating() throws {
        let world = VirtualWorld()
        let front = StateStore<FrontState, NavigationEvent<DrinkPage>>(FrontState(), environment: world.environment) {
            state, event in state.navigationState.reduce(event)
        }
        let pages = PageStores(front.navigation) { page in
            front.with(PageState(page)) { state, event in state.reduce(event) }
        }
        front.dispatch(.opened(.drink(.espresso)))
        world.run()
        print("open: \(front.state.navigationState.current), with a store: \(pages[.drink(.espresso)] != nil)")
    }

    private static func testing() throws {
        let world = VirtualWorld()
        let probe = StoreProbe(GrinderState(), in: world) { state, event in state.reduce(event) }
        probe.store.effect(\.grinding) { state, dispatch in Effect { dispatch(.ground) } }

        try probe.send(.started) { $0.grinding.run() }
        try probe.receive(.ground) { $0.finish() }
        try probe.effects(.begun("grinding"), .returned("grinding"))
        try probe.finish()
        print("tested")
    }
}
