import Flow
import FlowProbe
import Testing

/// The probe accepts what is complete, and names each kind of gap.
struct StoreProbeTests {
    private let world = VirtualWorld()

    private func probe() -> Probe {
        Probe(PressState(), in: world) { state, event in state.reduce(event) }
    }

    /// A press whose effect takes a second for each job, and then says that the job is printed.
    private func press() -> Probe {
        let probe = probe()
        probe.store.effects(\.jobs) { [environment = probe.environment] id, _, dispatch in
            Effect {
                do throws(CancellationError) {
                    try await environment.sleep(environment.uptime() + .seconds(1))
                    dispatch(.printed(id))
                } catch {}
            }
        }
        return probe
    }

    private func complaints(_ work: () throws(Lack) -> Void) -> [String] {
        do throws(Lack) {
            try work()
            return []
        } catch {
            return error.complaints
        }
    }

    // MARK: Nothing is missing

    @Test func whatIsExpectedWholeIsFine() throws {
        let probe = press()
        try probe.send(.added("one")) { $0.jobs["one", default: EffectState()].run() }
        try probe.effects(.begun("jobs one"))
        world.advance(by: .seconds(1))
        try probe.receive(.printed("one")) { $0.jobs["one"]?.succeed() }
        try probe.effects(.returned("jobs one"))
        try probe.finish()
    }

    @Test func aCancelledEffectIsToldFromOneThatReturned() throws {
        let probe = press()
        try probe.send(.added("one")) { $0.jobs["one", default: EffectState()].run() }
        try probe.send(.cancelled("one")) { $0.jobs["one"]?.cancel() }
        try probe.effects(.begun("jobs one"), .cancelled("jobs one"))
        try probe.finish()
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func effectsOfSeveralIdsMayComeInAnyOrder(_ seed: UInt64) throws {
        let world = VirtualWorld(seed: seed)
        let probe = Probe(PressState(), in: world) { state, event in state.reduce(event) }
        probe.store.effects(\.jobs) { _, _, _ in .skip }
        try probe.send(.added("one")) { $0.jobs["one", default: EffectState()].run() }
        try probe.send(.added("two")) { $0.jobs["two", default: EffectState()].run() }
        try probe.effects(.begun("jobs two"), .begun("jobs one"), .returned("jobs one"), .returned("jobs two"))
        try probe.finish()
    }

    @Test func eventsOfABranchArePartOfTheTest() throws {
        let probe = probe()
        let branch = probe.store.with(0) { count, _ in count += 1 }
        branch.dispatch(.jammed)
        try probe.receive(.jammed) { $0.isJammed = true }
        try probe.finish()
    }

    // MARK: Each kind of gap

    @Test func anEventNobodyExpectedIsNamed() {
        let probe = probe()
        probe.store.dispatch(.jammed)
        #expect(complaints(probe.finish) == ["jammed came unexpected"])
    }

    @Test func anUnexpectedEventIsNamedBeforeTheNextIsSent() {
        let probe = probe()
        probe.store.dispatch(.jammed)
        let complaints = complaints { () throws(Lack) in try probe.send(.printed("one")) }
        #expect(complaints == ["jammed came unexpected"])
    }

    @Test func anEventThatDoesNotComeIsNamed() {
        let complaints = complaints { () throws(Lack) in try probe().receive(.printed("one")) }
        #expect(complaints == [#"printed("one") was expected, and did not come"#])
    }

    @Test func anotherEventThanExpectedIsNamed() {
        let probe = probe()
        probe.store.dispatch(.jammed)
        let complaints = complaints { () throws(Lack) in try probe.receive(.printed("one")) }
        #expect(complaints == [#"printed("one") was expected, and jammed came"#])
    }

    @Test func aStateThatChangedOtherwiseIsShown() {
        let complaints = complaints { () throws(Lack) in try probe().send(.jammed) }
        #expect(
            complaints == ["after jammed the state is not as expected:\n    isJammed: expected false, is true"])
    }

    // MARK: Not exhaustive

    private func looseProbe() -> Probe {
        Probe(PressState(), in: world, isExhaustive: false) { state, event in state.reduce(event) }
    }

    @Test func aLooseTestPassesOverWhatItDoesNotExpect() throws {
        let probe = looseProbe()
        probe.store.effects(\.jobs) { _, _, _ in .skip }
        probe.store.dispatch(.added("one"))
        probe.store.dispatch(.jammed)
        try probe.receive(.jammed) { $0.isJammed = true }
        try probe.finish()
    }

    @Test func aLooseTestSaysOfTheStateWhatItKnows() throws {
        let probe = looseProbe()
        try probe.send(.added("one"))
        let complaints = complaints { () throws(Lack) in try probe.send(.jammed) { $0.isJammed = false } }
        #expect(
            complaints == ["after jammed the state is not as expected:\n    isJammed: expected false, is true"])
    }

    @Test func aLooseTestStillMissesWhatDoesNotCome() {
        let complaints = complaints { () throws(Lack) in try looseProbe().receive(.jammed) }
        #expect(complaints == ["jammed was expected, and did not come"])
    }

    @Test func workOnAThreadOfItsOwnIsWatchedToo() throws {
        let probe = probe()
        probe.store.effects(\.jobs) { id, _, dispatch in Effect.blocking { _ in dispatch(.printed(id)) } }
        try probe.send(.added("one")) { $0.jobs["one", default: EffectState()].run() }
        try probe.receive(.printed("one")) { $0.jobs["one"]?.succeed() }
        try probe.effects(.begun("jobs one"), .returned("jobs one"))
        try probe.finish()
    }

    @Test func oneLackDoesNotHideTheNext() {
        let probe = probe()
        #expect(complaints { () throws(Lack) in try probe.send(.jammed) }.count == 1)
        #expect(complaints(probe.finish) == [])
    }

    @Test func anEffectNobodyExpectedIsNamed() throws {
        let probe = probe()
        probe.store.effects(\.jobs) { _, _, _ in .skip }
        try probe.send(.added("one")) { $0.jobs["one", default: EffectState()].run() }
        #expect(
            complaints(probe.finish) == [
                #"begun("jobs one") came unexpected"#, #"returned("jobs one") came unexpected"#,
            ])
    }

    @Test func anEffectThatDoesNotComeIsNamed() {
        let complaints = complaints { () throws(Lack) in try press().effects(.begun("jobs one")) }
        #expect(complaints == [#"begun("jobs one") was expected, and did not come"#])
    }

    @Test func stepsOfOneEffectAreExpectedInOrder() throws {
        let probe = press()
        try probe.send(.added("one")) { $0.jobs["one", default: EffectState()].run() }
        let complaints = complaints { () throws(Lack) in try probe.effects(.returned("jobs one")) }
        #expect(complaints == [#"returned("jobs one") was expected, and did not come"#])
    }

    @Test func whoStillWorksIsNamed() throws {
        let probe = press()
        try probe.send(.added("one")) { $0.jobs["one", default: EffectState()].run() }
        try probe.effects(.begun("jobs one"))
        #expect(complaints(probe.finish) == ["jobs one still works"])
    }

    @Test func whatIsStillToComeIsNamed() throws {
        let probe = press()
        try probe.send(.postponed("one", by: .seconds(5))) {
            $0.jobs["one", default: EffectState()].run(after: .seconds(5))
        }
        #expect(complaints(probe.finish) == ["something is still to come in 5.0 seconds"])
    }

    @Test func aLackReadsAsItsComplaints() {
        let probe = probe()
        probe.store.dispatch(.jammed)
        probe.store.dispatch(.printed("one"))
        let error = #expect(throws: Lack.self) { try probe.finish() }
        #expect(error?.description == "jammed came unexpected\nprinted(\"one\") came unexpected")
    }
}

private typealias Probe = StoreProbe<PressState, PressEvent>

private struct PressState: Equatable, Sendable {
    var jobs = EffectStates<String>()
    var isJammed = false

    mutating func reduce(_ event: PressEvent) {
        switch event {
        case .added(let id): jobs[id, default: EffectState()].run()
        case .postponed(let id, let delay): jobs[id, default: EffectState()].run(after: delay)
        case .printed(let id): jobs[id]?.succeed()
        case .cancelled(let id): jobs[id]?.cancel()
        case .jammed: isJammed = true
        }
    }
}

private enum PressEvent: Codable, Equatable, Sendable {
    case added(String)
    case postponed(String, by: Duration)
    case printed(String)
    case cancelled(String)
    case jammed
}
