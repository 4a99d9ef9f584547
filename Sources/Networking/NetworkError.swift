import Model
import Failures
import Flow
import Foundation

/// Why a request to a shop failed.
package enum NetworkError: LayerError, Hashable {
    /// The till has no credentials for the shop: nobody signed in there, or they were removed.
    case noCredentials
    /// No connection, or it broke without an answer. The shop may have acted all the same.
    case unreachable(reason: String)
    /// The shop does not accept the credentials (401).
    case unauthorized(Complaint?)
    /// The credentials do not allow this request (403).
    case forbidden(Complaint?)
    /// The resource does not exist (404; WooCommerce also answers 400 when the order to change is missing).
    case notFound(Complaint?)
    /// The shop refuses the request, and repeating it will not help (other 4xx).
    case refused(status: Int, Complaint?)
    /// The shop is faulty or too busy (408, 429, 5xx).
    case server(status: Int, Complaint?)
    /// The answer is not WooCommerce's. `field` is the place in the JSON: `line_items[0].total`.
    case malformed(field: String, reason: String)

    /// WooCommerce's own error: `{"code": …, "message": …}`.
    package struct Complaint: Hashable, Sendable {
        package let code: String
        package let message: String

        package init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }
}

extension NetworkError {
    /// The stable dotted code, such as `shop.unauthorized`.
    package var code: String { kind.rawValue }

    private var kind: ShopFailure {
        switch self {
        case .noCredentials: .noCredentials
        case .unreachable: .unreachable
        case .unauthorized: .unauthorized
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .refused: .refused
        case .server: .server
        case .malformed: .malformed
        }
    }

    package var failure: Failure {
        Failure(kind, sentence, remedy: remedy, recovery: recovery, causes: complaint.map { [$0.message] } ?? [])
    }

    private var complaint: Complaint? {
        switch self {
        case .unauthorized(let complaint), .forbidden(let complaint), .notFound(let complaint),
            .refused(_, let complaint), .server(_, let complaint):
            complaint
        case .noCredentials, .unreachable, .malformed: nil
        }
    }

    private var sentence: Sentence {
        switch self {
        case .noCredentials: Sentence("failure.shop.noCredentials")
        case .unreachable(let reason): Sentence("failure.shop.unreachable", ["reason": reason])
        case .unauthorized: Sentence("failure.shop.unauthorized")
        case .forbidden: Sentence("failure.shop.forbidden")
        case .notFound: Sentence("failure.shop.notFound.order")
        case .refused(let status, _): Sentence("failure.shop.refused", ["status": status])
        case .server(let status, _): Sentence("failure.shop.server", ["status": status])
        case .malformed(let field, let reason): Sentence("failure.shop.malformed", ["field": field, "reason": reason])
        }
    }

    private var remedy: Sentence? {
        switch self {
        case .noCredentials: Sentence("remedy.shop.noCredentials")
        case .unreachable: Sentence("remedy.shop.unreachable")
        case .unauthorized: Sentence("remedy.shop.unauthorized")
        case .forbidden: Sentence("remedy.shop.forbidden")
        case .notFound: Sentence("remedy.shop.notFound")
        case .refused: nil
        case .server: Sentence("remedy.shop.server")
        case .malformed: Sentence("remedy.shop.malformed")
        }
    }

    private var recovery: Failure.Recovery {
        switch self {
        case .unreachable, .server: .retry
        case .noCredentials, .unauthorized, .forbidden, .malformed: .askOperator
        case .notFound, .refused: .giveUp
        }
    }
}

extension NetworkError {
    /// The error of an answer; nil when the answer is a success.
    init?(_ response: Response) {
        guard !(200..<300).contains(response.status) else { return nil }
        let complaint = Complaint(response)
        switch response.status {
        case 401: self = .unauthorized(complaint)
        case 403: self = .forbidden(complaint)
        case 404: self = .notFound(complaint)
        case 400 where complaint?.code.hasSuffix("_invalid_id") == true: self = .notFound(complaint)
        case 408, 429, 500...: self = .server(status: response.status, complaint)
        default: self = .refused(status: response.status, complaint)
        }
    }
}

extension NetworkError.Complaint {
    /// Nil when the body is something else, such as the maintenance page of a web host.
    fileprivate init?(_ response: Response) {
        struct Body: Decodable { let code, message: String }
        guard let body = try? JSONDecoder().decode(Body.self, from: response.body) else { return nil }
        self.init(code: body.code, message: PlainText.from(html: body.message))
    }
}
