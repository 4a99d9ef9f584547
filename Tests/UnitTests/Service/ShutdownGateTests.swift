import Flow
import Model
import Testing

@testable import Service

/// What begins while the service is asked to stop.
@Suite struct ShutdownGateTests {
    private let gate = ShutdownGate()

    @Test func nothingIsAdmittedOnceTheGateIsClosed() async {
        gate.close()
        let failure = await #expect(throws: Failure.self) {
            try await gate.admit { () async throws(Failure) in Issue.record("it ran") }
        }
        #expect(failure?.code == "service.stopping")
        #expect(throws: Failure.self) { try gate.check() }
    }

    /// A payment that has passed the gate and is not busy yet must be waited for.
    @Test func whatWasAdmittedBeforeIsCountedUntilItReturns() async throws {
        let wasOccupied = try await gate.admit { () async throws(Failure) in
            gate.close()
            return gate.isOccupied
        }
        #expect(wasOccupied)
        #expect(!gate.isOccupied)
    }

    @Test func whatFailsLeavesTheGateToo() async {
        await #expect(throws: Failure.self) {
            try await gate.admit { () async throws(Failure) in throw .missing("order") }
        }
        #expect(!gate.isOccupied && !gate.isClosed)
    }
}
