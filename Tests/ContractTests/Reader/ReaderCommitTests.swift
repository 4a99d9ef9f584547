import Flow
import Hardware
import Model
import Simulator
import Testing

/// The answer to a result is the commit, and a lost line is reported as such.
@Suite struct ReaderCommitTests {
    @Test(arguments: ReaderBackend.allCases)
    func theTerminalCommitsOnlyWhenItsResultIsAnswered(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal) { _ in nil }
            customer.start(.authorise(.fare))
            #expect(rig.wait { !customer.events.results.isEmpty })
            #expect(try rig.journal().entries.last?.event == .booked)
            guard case .result(let id, _) = customer.events.last else { return #expect(Bool(false)) }
            terminal.answer(id, .stored)
            #expect(rig.wait { (try? rig.journal().entries.last?.event) == .confirmed })
            #expect(rig.wait { customer.events.contains(.answered(id)) })
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aRefusedResultIsReversedByTheTerminal(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered()) { event in
                if case .result(_, let result) = event, result.resultCode == 0 { .refuse } else { .stored }
            }
            #expect(events.results.map(\.resultCode) == [0x00, 0x66])
            #expect(events.end == .aborted(code: 0x66))
            #expect(try rig.journal().reversals.count == 1)
            #expect(try rig.journal().netCharged() == 0)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aRefusedTextEndsThePayment(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered()) { event in
                if case .text = event { .refuse } else { .stored }
            }
            #expect(events.end == .aborted(code: 0xCC))
            #expect(try rig.journal().netCharged() == 0)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aPulledCableDisturbsTheRequestOnceAndTheTerminalKnowsTheRest(_ backend: ReaderBackend) throws {
        try with(backend, .cablePull) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            customer.start(.authorise(.fare))
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.wasDisturbed)
            #expect(customer.events.results.isEmpty)
            terminal.close()
            #expect(!rig.answers)
            #expect(rig.wait { rig.answers })
            let repeated = rig.ask(.repeatReceipt, on: try rig.registered())
            #expect(repeated.results.map(\.amountMinor) == [1250])
            #expect(try rig.journal().netCharged() == 1250)
            #expect(customer.finishes == 1)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aClosedConnectionEndsWhatRunsAndRefusesWhatComes(_ backend: ReaderBackend) throws {
        try with(backend, .noCard) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            customer.start(.authorise(.fare))
            #expect(rig.wait { customer.events.contains(.accepted) })
            terminal.close()
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.wasDisturbed)
            #expect(rig.ask(.enquireStatus, on: terminal).wasDisturbed)
        }
    }

    @Test(arguments: ReaderBackend.allCases)
    func aTerminalHasOneConnectionAtATime(_ backend: ReaderBackend) throws {
        try with(backend, .approve) { rig in
            let first = try rig.registered()
            let failure = #expect(throws: Failure.self) { try rig.service.connect(rig.address) }
            #expect(failure?.code == "line.busy")
            first.close()
            #expect(rig.ask(.enquireStatus, on: try rig.registered()).shape == "af")
        }
    }

    /// In virtual time, because the tests wait for three times five seconds and more.
    @Test(arguments: ReaderBackend.virtual, [TerminalScenario.Shipped.lostAck, .lostAckReversed])
    func aCommitThatTheTerminalDidNotSeeIsDisturbedAndFoundByAsking(
        _ backend: ReaderBackend, _ name: TerminalScenario.Shipped
    ) throws {
        try with(backend, name) { rig in
            let terminal = try rig.registered()
            let events = rig.ask(.authorise(.fare), on: terminal)
            #expect(events.wasDisturbed)
            #expect(events.shape.contains("s") == !backend.provesDelivery)
            #expect(rig.ask(.enquireStatus, on: terminal).shape == "af")
            let repeated = try #require(rig.ask(.repeatReceipt, on: terminal).results.first)
            #expect(repeated.resultCode == 0)
            #expect((repeated.originalTrace == nil) == (name == .lostAck))
            #expect(try rig.journal().netCharged() == (name == .lostAck ? 1250 : 0))
        }
    }

    @Test(
        arguments: ReaderBackend.virtual,
        [TerminalScenario.Shipped.terminalSilent, .silentAfterCommand])
    func aTerminalThatDoesNotAnswerDisturbsTheRequest(_ backend: ReaderBackend, _ name: TerminalScenario.Shipped) throws
    {
        try with(backend, name) { rig in
            let terminal = try rig.service.connect(rig.address)
            let events = rig.ask(.authorise(.fare), on: terminal)
            #expect(events.shape == "f")
            #expect(events.wasDisturbed)
        }
    }

    /// No cardholder and no host is involved: only T3 has to be waited for.
    @Test(arguments: ReaderBackend.virtual.filter { $0 != .inProcess })
    func aQuestionThatIsTakenAndNotAnsweredIsGivenUpAfterT3(_ backend: ReaderBackend) throws {
        var scenario = TerminalScenario()
        scenario.faults.faults = [TerminalScenario.TerminalFault(.silence, at: 2)]
        let rig = try backend.rig(scenario)
        defer { rig.stop() }
        let customer = ReaderCustomer(try rig.service.connect(rig.address))
        customer.start(.register(.eur))
        var tenths = 0
        #expect(
            rig.wait {
                tenths += 1
                return customer.finishes == 1
            })
        #expect(customer.events.shape == "af" && customer.events.wasDisturbed)
        #expect((40...70).contains(tenths), "\(tenths) tenths of a second")
    }

    /// Only a line carries what belongs to an earlier life.
    @Test func aPaymentOfAnEarlierLifeIsToldAsAnOrphan() throws {
        try with(.zvtInMemory, .approve) { rig in
            let first = try rig.registered()
            let dying = ReaderCustomer(first) { _ in nil }
            dying.start(.authorise(.fare))
            #expect(rig.wait { dying.events.progress.contains(.removeCard) })
            first.close()
            let events = rig.ask(.enquireStatus, on: try rig.service.connect(rig.address))
            #expect(events.results.map(\.amountMinor) == [1250])
            #expect(events.shape == "rststsoaf")
            #expect(try rig.journal().netCharged() == 1250)
        }
    }

    private func with(
        _ backend: ReaderBackend, _ name: TerminalScenario.Shipped, _ body: (any ReaderRig) throws -> Void
    ) throws {
        let rig = try backend.rig(try TerminalScenario(name))
        defer { rig.stop() }
        try body(rig)
    }
}
