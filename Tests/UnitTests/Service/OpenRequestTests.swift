import Flow
import Foundation
import Model
import Testing

@testable import Service

/// How many requests of one caller are answered at the same time.
@Suite struct OpenRequestTests {
    private let world = VirtualWorld(seed: 1)
    private let open = OpenRequests()

    private static func caller(_ id: String) -> Caller {
        Caller(
            AccessToken(id: id, name: "till-kiosk", scope: .kiosk, hash: "", createdAt: .distantPast, revokedAt: nil))
    }

    /// Begins requests that take ten seconds.
    private func begin(_ count: Int, of caller: Caller) {
        let (open, environment) = (open, world.environment)
        for _ in 0..<count {
            _ = environment.spawn("request") {
                try? await open.admit(caller) { try? await environment.sleep(environment.uptime() + .seconds(10)) }
            }
        }
        world.run()
    }

    private func ask(_ caller: Caller) throws {
        let open = open
        try world.finish { () async throws(Failure) in try await open.admit(caller) {} }
    }

    @Test func oneMoreThanTheLimitIsRefusedUntilOneIsAnswered() throws {
        let caller = Self.caller("tok-1")
        begin(OpenRequests.most - 1, of: caller)
        try ask(caller)
        begin(1, of: caller)
        let failure = #expect(throws: Failure.self) { try ask(caller) }
        #expect(failure?.code == "request.tooMany")
        world.advance(by: .seconds(10))
        try ask(caller)
    }

    @Test func theRefusalNamesAPause() throws {
        begin(OpenRequests.most, of: Self.caller("tok-1"))
        let failure = #expect(throws: Failure.self) { try ask(Self.caller("tok-1")) }
        let answer = ServiceResponse.problem(try #require(failure), request: "req-1", in: .en)
        #expect(answer.status == 429 && answer.fields["Retry-After"] == "5")
    }

    /// Names of tokens are not unique.
    @Test func anotherTokenOfTheSameNameIsAnotherCaller() throws {
        begin(OpenRequests.most, of: Self.caller("tok-1"))
        try ask(Self.caller("tok-2"))
    }

    @Test func whoHasShownNoTokenIsNotCounted() throws {
        begin(OpenRequests.most, of: .nobody)
        try ask(.nobody)
    }
}
