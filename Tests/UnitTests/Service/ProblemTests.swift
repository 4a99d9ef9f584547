import Failures
import Flow
import Model
import Testing

@testable import Service

/// Failures as problem documents.
@Suite struct ProblemTests {
    @Test func everyFailureOfTheRequestItselfIsTheCallersFault() {
        for code in RequestFailure.allCases {
            let status = Problem.status(of: Failure(code, "It failed.", recovery: .giveUp))
            #expect((400..<500).contains(status), "\(code)")
        }
    }

    @Test func theStatusFollowsFromTheCode() {
        #expect(Self.status(PaymentFailure.keyConflict) == 422)
        #expect(Self.status(PaymentFailure.notFound) == 404)
        #expect(Self.status(PaymentFailure.inDoubt) == 503)
        #expect(Self.status(PaymentFailure.overLimit) == 403)
        #expect(Self.status(OrderFailure.alreadyPaid) == 409)
        #expect(Self.status(ReaderFailure.noAnswer) == 503)
        #expect(Self.status(ServiceFailure.stopping) == 503)
        #expect(Self.status(ServiceFailure.unexpected) == 500)
    }

    private static func status(_ code: some ListedFailure) -> Int {
        Problem.status(of: Failure(code, "It failed.", recovery: .giveUp))
    }

    @Test func aProblemIsInTheAskedLanguageAndHasItsCode() {
        let failure = Failure(RequestFailure.noRoute, Sentence("failure.request.noRoute"), recovery: .giveUp)
        let problem = Problem(failure, request: "req-1", in: .de)
        #expect(problem.code == "request.noRoute" && problem.type == "urn:till:problem:request.noRoute")
        #expect(problem.detail == "Die Schnittstelle hat keinen solchen Pfad.")
        #expect(problem.requestId == "req-1")
    }

    @Test func aProblemRepeatsNoCardNumber() {
        let failure = Failure.unknownName("4111111111111111")
        #expect(!Problem(failure, request: "req-1", in: .en).detail.contains("4111111111111111"))
    }

    @Test func whatALaterTryMayHealNamesAPause() {
        let failure = Failure(ServiceFailure.stopping, "Later.", recovery: .retry)
        #expect(ServiceResponse.problem(failure, request: "r", in: .en).fields["Retry-After"] == "5")
    }
}
