import Flow
import Foundation

/// Why a shop did not do as it was asked.
package enum NetworkError: LayerError, Hashable {
    /// No answer: no connection, or it broke. The shop may have acted or not.
    case unreachable(reason: String)
    /// It does not accept who we say we are (401).
    case unauthorized(Complaint?)
    /// It knows us and does not let us (403).
    case forbidden(Complaint?)
    /// There is no such thing there (404; WooCommerce also says 400 when the order to change is missing).
    case notFound(Complaint?)
    /// It will not do that, and repeating it will not help (other 4xx).
    case refused(status: Int, Complaint?)
    /// It is unwell or too busy (408, 429, 5xx).
    case server(status: Int, Complaint?)
    /// It answered something else than WooCommerce does. `field` is the place in the JSON: `line_items[0].total`.
    case malformed(field: String, reason: String)

    /// WooCommerce's own words: `{"code": …, "message": …}`.
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
    /// Stable, dotted: `shop.unauthorized`.
    package var code: String {
        switch self {
        case .unreachable: "shop.unreachable"
        case .unauthorized: "shop.unauthorized"
        case .forbidden: "shop.forbidden"
        case .notFound: "shop.notFound"
        case .refused: "shop.refused"
        case .server: "shop.server"
        case .malformed: "shop.malformed"
        }
    }

    package var failure: Failure {
        Failure(code, sentence, remedy: remedy, recovery: recovery, causes: complaint.map { [$0.message] } ?? [])
    }

    private var complaint: Complaint? {
        switch self {
        case .unauthorized(let complaint), .forbidden(let complaint), .notFound(let complaint),
            .refused(_, let complaint), .server(_, let complaint):
            complaint
        case .unreachable, .malformed: nil
        }
    }

    private var sentence: String {
        switch self {
        case .unreachable(let reason): "The shop does not answer: \(reason)."
        case .unauthorized: "The shop does not accept this login."
        case .forbidden: "The shop does not permit this to this login."
        case .notFound: "The shop has no such order."
        case .refused(let status, _): "The shop refused the request (HTTP \(status))."
        case .server(let status, _): "The shop cannot answer now (HTTP \(status))."
        case .malformed(let field, let reason): "The shop's answer cannot be read at \(field): \(reason)."
        }
    }

    private var remedy: String? {
        switch self {
        case .unreachable: "check the network and the shop's address, then try again"
        case .unauthorized: "log in again: till login"
        case .forbidden: "give the login the right to read and edit orders in the shop"
        case .notFound: "list the orders there are: till orders list"
        case .refused: nil
        case .server: "try again in a moment"
        case .malformed: "check the shop's WooCommerce version and the plugins that change its REST answers"
        }
    }

    private var recovery: Failure.Recovery {
        switch self {
        case .unreachable, .server: .retry
        case .unauthorized, .forbidden, .malformed: .askOperator
        case .notFound, .refused: .giveUp
        }
    }
}

extension NetworkError {
    /// The error an answer stands for, or nil when it is a success.
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
    /// Nil where the body is something else, such as the HTML of a host in maintenance.
    fileprivate init?(_ response: Response) {
        struct Body: Decodable { let code, message: String }
        guard let body = try? JSONDecoder().decode(Body.self, from: response.body) else { return nil }
        self.init(code: body.code, message: PlainText.from(html: body.message))
    }
}
