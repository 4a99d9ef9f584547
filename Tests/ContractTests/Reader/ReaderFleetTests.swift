import Dispatch
import Flow
import Hardware
import Model
import Simulator
import Testing

/// Real lines and connections side by side: each has a queue of its own, and none can delay another.
@Suite struct ReaderFleetTests {
    private static let backends: [ReaderBackend] = [.zvtOnPty, .zvtOnTCP, .zvtOnPty, .zvtOnTCP]

    @Test func whoHoldsUpTheQueueOfOneTerminalHoldsUpNoOther() throws {
        let rigs = try Self.backends.map { try $0.rig(TerminalScenario()) }
        defer { for rig in rigs { rig.stop() } }
        let terminals = try rigs.map { try $0.registered() }
        for held in rigs.indices {
            let gate = DispatchSemaphore(value: 0)
            let blocked = ReaderCustomer(terminals[held]) { _ in
                _ = gate.wait(timeout: .now() + .seconds(60))
                return .stored
            }
            let others = rigs.indices.filter { $0 != held }.map { ReaderCustomer(terminals[$0]) }
            for customer in [blocked] + others { customer.start(.authorise(.fare)) }
            #expect(rigs[held].wait { others.allSatisfy { $0.finishes == 1 } && !blocked.events.results.isEmpty })
            #expect(blocked.finishes == 0)
            gate.signal()
            gate.signal()
            gate.signal()
            #expect(rigs[held].wait { blocked.finishes == 1 })
        }
        for terminal in terminals { terminal.close() }
        #expect(try rigs.map { try $0.journal().netCharged() } == [5000, 5000, 5000, 5000])
    }
}
