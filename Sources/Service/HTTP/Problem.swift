import Failures
import Flow
import Model

/// A failure as RFC 9457 writes it (`application/problem+json`).
struct Problem: Encodable {
    static let mediaType = "application/problem+json"

    /// `urn:till:problem:` and the failure's code, which never changes its meaning.
    let type: String
    /// When such a failure occurs, in English.
    let title: String
    let status: Int
    /// The sentence for the person who asked, in the asked language.
    let detail: String
    let code: String
    /// What can be done, in the asked language.
    let remedy: String?
    /// The party that can resolve the failure: `retry`, `askOperator`, `askCardholder` or `giveUp`.
    let recovery: String
    let causes: [String]
    let requestId: String
    /// How many wrong PINs it takes to the next lock; only of a PIN that was not taken.
    var triesLeft: Int?

    init(_ failure: Failure, request: String, in language: OperatorLanguage) {
        type = "urn:till:problem:\(failure.code)"
        title = failure.meaning?.when ?? failure.code
        status = Self.status(of: failure)
        detail = failure.said.text(in: language).presentable
        code = failure.code
        remedy = failure.advice?.text(in: language).presentable
        recovery = failure.recovery.rawValue
        causes = failure.reasons.map { $0.text(in: language).presentable }
        requestId = request
    }

    /// The status of the answer. It follows from the failure's class; failures of the request itself have statuses of their own.
    static func status(of failure: Failure) -> Int {
        if let code = RequestFailure(rawValue: failure.code) { return status(of: code) }
        if failure.is(PaymentFailure.keyConflict) || failure.is(OrderFailure.keyConflict) { return 422 }
        if failure.is(OperatorFailure.locked) || failure.is(OperatorFailure.busy) { return 429 }
        return switch failure.meaning?.exitClass ?? .internalError {
        case .temporary, .deviceUnavailable: 503
        case .conflict, .inDoubt, .cancelled: 409
        case .notFound: 404
        case .usage: 422
        case .malformed: 502
        case .notPermitted: 403
        case .internalError: 500
        }
    }

    private static func status(of failure: RequestFailure) -> Int {
        switch failure {
        case .badHost: 421
        case .badKey, .malformed: 400
        case .badOrigin, .forbidden: 403
        case .interrupted: 409
        case .invalid, .keyConflict: 422
        case .methodNotAllowed: 405
        case .noRoute: 404
        case .notJSON: 415
        case .tooLarge: 413
        case .tooMany: 429
        case .badSignature, .unauthorized: 401
        }
    }
}

extension ServiceResponse {
    /// The answer that tells a failure. One that a later try may heal names a pause.
    ///
    /// - Parameter retryAfter: how many seconds the pause has, if that is known.
    static func problem(
        _ failure: Failure, request: String, in language: OperatorLanguage, triesLeft: Int? = nil,
        retryAfter: Int? = nil
    ) -> ServiceResponse {
        var problem = Problem(failure, request: request, in: language)
        problem.triesLeft = triesLeft
        var fields: [String: String] = [:]
        switch problem.status {
        case 401: fields["WWW-Authenticate"] = #"Bearer realm="till""#
        case 413: fields["Connection"] = "close"
        case 429, 503: fields["Retry-After"] = "5"
        default: break
        }
        if let retryAfter { fields["Retry-After"] = String(retryAfter) }
        let text = (try? Output.json(problem)) ?? "{}"
        return ServiceResponse(
            status: problem.status, fields: fields, body: .bytes(Array(text.utf8), type: Problem.mediaType))
    }
}
