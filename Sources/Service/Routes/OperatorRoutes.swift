import Failures
import Flow
import Foundation
import Model
import Stores

/// Operators, who enter a PIN for what a customer may not do.
struct OperatorRoutes: Sendable {
    let till: any ServedTill

    /// The field of a request that shows an operator's right.
    static let field = "Operator-Right"
    private static let path = "/v1/operators"
    /// The longest right that is looked at, in bytes.
    private static let longestRight = 200

    var routes: [Route] {
        [
            Route("GET", Self.path, .look) { _ throws(Failure) in
                let known = try await till.ask { OperatorAction.list($0) }
                return try .json(Output.Page(items: known.map(Name.init), next: nil))
            },
            Route("POST", Self.path + "/enter", .collect) { request throws(Failure) in try await enter(request) },
            Route("DELETE", Self.path + "/enter", .collect) { request throws(Failure) in try await leave(request) },
        ]
    }

    private func enter(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        var body = try BodyReader(request)
        let (name, digits) = (try body.text("name"), try body.secret("pin"))
        try body.end()
        guard let name else { throw .missing("name") }
        guard let digits else { throw .missing("pin") }
        let pin = try OperatorPIN(digits)
        let entry = try await till.ask {
            OperatorAction.enter(name: name, pin, caller: request.caller.name, holder: request.caller.id, $0)
        }
        guard case .entered(let right) = entry else { return refusal(entry, request) }
        return try .json(Entered(right), status: 201)
    }

    /// How many tries are left, and how long to wait, are also there for programs.
    private func refusal(_ entry: OperatorEntry, _ request: ServiceRequest) -> ServiceResponse {
        guard let failure = Failure.of(entry) else { return ServiceResponse() }
        let (left, lock): (Int, Duration) =
            switch entry {
            case .entered: (0, .zero)
            case .wrong(let triesLeft, let lock): (triesLeft, lock)
            case .locked(let lock): (0, lock)
            }
        let pause = lock > .zero ? Int(lock.components.seconds) + 1 : nil
        return .problem(failure, request: request.id, in: request.language, triesLeft: left, retryAfter: pause)
    }

    private func leave(_ request: ServiceRequest) async throws(Failure) -> ServiceResponse {
        guard let right = request.fields[Self.field.lowercased()], 1...Self.longestRight ~= right.utf8.count else {
            throw .missing(Self.field)
        }
        try await till.ask { OperatorAction.leave(right: right, holder: request.caller.id, $0) }
        return ServiceResponse(status: 204)
    }

    private struct Name: Encodable {
        let name: String

        init(_ person: TillOperator) { name = person.name }
    }

    private struct Entered: Encodable {
        let right: String
        let expiresAt: Date
        let `operator`: Name

        init(_ right: OperatorRight) {
            (self.right, expiresAt, `operator`) = (right.secret, right.expiresAt, Name(right.person))
        }
    }
}
