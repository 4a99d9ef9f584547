import Flow
import Hardware
import Model
import Simulator
import Testing

/// What only a network does to a terminal: segments of any size, connections that end when nobody expects it.
@Suite struct ReaderNetworkTests {
    private static let backends: [ReaderBackend] = [.zvtOnVirtualNetwork, .zvtByTransaction, .zvtOnTCP]
    private static let inVirtualTime: [ReaderBackend] = [.zvtOnVirtualNetwork, .zvtByTransaction]

    @Test(arguments: backends, [1, 2, 3, 7, 100])
    func portalum8_segmentsOfAnySizeMakeTheSamePayment(_ backend: ReaderBackend, _ bytes: Int) throws {
        var scenario = TerminalScenario()
        scenario.network.segmentBytes = bytes
        scenario.network.segmentPause = 0.001
        scenario.faults.extendedLength = true
        try with(backend, scenario) { rig in
            let events = rig.ask(.authorise(.fare), on: try rig.registered())
            #expect(events.shape == "arststsf")
            #expect(try rig.journal().netCharged() == 1250)
        }
    }

    /// Portalum's issue 8: connections are closed after a second or two.
    @Test(arguments: inVirtualTime)
    func portalum8_aTerminalThatClosesIdleConnectionsIsPaidOnWithoutANotice(_ backend: ReaderBackend) throws {
        var scenario = TerminalScenario()
        scenario.network.closesIdleAfter = 1
        try with(backend, scenario) { rig in
            let terminal = try rig.registered()
            for _ in 0..<2 {
                var looks = 0
                #expect(
                    rig.wait {
                        looks += 1
                        return looks > 50
                    })
                #expect(rig.ask(.authorise(.fare), on: terminal).shape == "arststsf")
            }
            #expect(try rig.journal().netCharged() == 2500)
        }
    }

    /// Such a terminal does not forget a registration with its connection, or no payment could ever reach it.
    @Test(arguments: inVirtualTime)
    func aTerminalThatClosesAfterEveryCommandIsPaid(_ backend: ReaderBackend) throws {
        var scenario = TerminalScenario()
        scenario.network.closesAfterEach = true
        try with(backend, scenario) { rig in
            let terminal = try rig.registered()
            // The question before each payment shows it, and is asked once more.
            #expect(!rig.ask(.repeatReceipt, on: terminal).wasDisturbed)
            for _ in 0..<2 { #expect(rig.ask(.authorise(.fare), on: terminal).shape == "arststsf") }
            #expect(try rig.journal().netCharged() == 2500)
        }
    }

    @Test(arguments: backends, [TerminalScenario.Point.card, .booked, .confirmed])
    func aResetInAnyPhaseDisturbsThePaymentOnceAndTheTerminalKnowsTheRest(
        _ backend: ReaderBackend, _ point: TerminalScenario.Point
    ) throws {
        var scenario = TerminalScenario()
        scenario.network.resetsAt = point
        scenario.onLineFailure = .finishes
        scenario.onMissingResponse = .keeps
        try with(backend, scenario) { rig in
            let terminal = try rig.registered()
            let customer = ReaderCustomer(terminal)
            customer.start(.authorise(.fare))
            #expect(rig.wait { customer.finishes == 1 })
            #expect(customer.events.wasDisturbed)
            #expect(rig.wait { (try? rig.journal().netCharged()) == 1250 })
            #expect(rig.ask(.repeatReceipt, on: terminal).results.map(\.amountMinor) == [1250])
            #expect(try rig.journal().requests.count == 1)
            #expect(customer.finishes == 1)
        }
    }

    /// Nothing of the lost connection may be taken for an answer on the next one.
    @Test(arguments: inVirtualTime)
    func aRestartInThePaymentIsADisturbanceAndThenATerminalThatMustBeToldAgain(_ backend: ReaderBackend) throws {
        var scenario = TerminalScenario()
        scenario.restarts = .card
        try with(backend, scenario) { rig in
            let terminal = try rig.registered()
            #expect(rig.ask(.authorise(.fare), on: terminal).wasDisturbed)
            #expect(rig.wait { rig.ask(.enquireStatus, on: terminal).shape == "af" })
            #expect(rig.ask(.repeatReceipt, on: terminal).results.isEmpty)
            #expect(try rig.journal().charges.isEmpty)
        }
    }

    @Test(arguments: backends)
    func anotherProtocolOnThePortIsNamed(_ backend: ReaderBackend) throws {
        var scenario = TerminalScenario()
        scenario.faults.foreignBytes = Array("HTTP/1.1 400 Bad Request\r\n".utf8).map { HexByte($0) }
        try with(backend, scenario) { rig in
            let events = rig.ask(.register(.eur), on: try rig.service.connect(rig.address))
            guard case .disturbed(let failure) = events.end else { return #expect(Bool(false), "\(events)") }
            #expect(failure.code == "reader.foreignProtocol")
            #expect(failure.sentence.contains("web server"))
        }
    }

    private func with(
        _ backend: ReaderBackend, _ scenario: TerminalScenario, _ body: (any ReaderRig) throws -> Void
    ) throws {
        let rig = try backend.rig(scenario)
        defer { rig.stop() }
        try body(rig)
    }
}
