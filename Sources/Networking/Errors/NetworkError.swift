import Failures
import Flow
import Model

/// Why a request to a shop failed.
package enum NetworkError: LayerError, Hashable {
    /// The till has no credentials for the shop: nobody signed in there, or they were removed.
    case noCredentials
    /// No connection, or it broke without an answer. The shop may have acted all the same.
    case unreachable(reason: Sentence)
    /// No connection, for a reason that is known. Only after `.timedOut` may the shop have acted.
    case connection(ConnectionProblem)
    /// The shop answered, and the answer cannot be used. The shop may have acted.
    case answer(AnswerProblem)
    /// What is at the address is not a shop that this login can use.
    case site(SiteProblem)
    /// The shop does not accept the credentials (401).
    case unauthorized(Complaint?)
    /// The credentials do not allow this request (403).
    case forbidden(Complaint?)
    /// The resource does not exist (404; WooCommerce also answers 400 when the order to change is missing). Without a
    /// resource it is not known whether the thing or the whole route is missing.
    case notFound(Complaint?, of: ShopResource? = nil)
    /// The shop does not have the plugin, or the part of WooCommerce, that the request is for.
    case missingFeature(ShopFeature)
    /// The shop refuses the request, and repeating it will not help (other 4xx).
    case refused(status: Int, Complaint?)
    /// The shop is faulty or too busy (408, 429, 5xx). `retryAfter` is how long the shop asks to be left alone.
    case server(status: Int, Complaint?, retryAfter: Duration? = nil)
    /// The order is not the one any more that the request is about, so nothing was written.
    case conflict(ShopOrderConflict)
    /// The answer is not WooCommerce's. `field` is the place in the JSON: `line_items[0].total`; nil for the whole answer.
    case malformed(field: String?, reason: Sentence)

    /// The error that a body describes: `{"code": …, "message": …}` of WooCommerce and WordPress, or `{"error": …,
    /// "message": …}` of WordPress.com and Jetpack.
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

    /// Whether the shop has decided about this very request, and says so in its own form, so that the same request fails
    /// again. Everything else may pass, concerns all requests to this shop, or is the word of a firewall before it.
    package var isAboutTheRequest: Bool {
        switch self {
        case .notFound(let complaint, let resource): resource != nil && complaint != nil
        case .refused(_, let complaint): complaint != nil
        case .conflict: true
        case .noCredentials, .unreachable, .connection, .answer, .site, .unauthorized, .forbidden, .missingFeature,
            .server, .malformed:
            false
        }
    }

    /// Whether the shop does not know the value of this parameter, as an older WooCommerce does not know what came later.
    /// WordPress names the parameter in its message in every language.
    package func refuses(parameter: String) -> Bool {
        guard case .refused(status: 400, let complaint?) = self else { return false }
        return complaint.code == "rest_invalid_param" && complaint.message.contains(parameter)
    }

    /// Whether the same request may succeed later without anybody doing anything.
    package var mayPass: Bool { recovery == .retry }

    private var kind: any ListedFailure {
        switch self {
        case .noCredentials: ShopFailure.noCredentials
        case .unreachable: ShopFailure.unreachable
        case .connection(let problem): problem.kind
        case .answer(let problem): problem.kind
        case .site(let problem): problem.kind
        case .unauthorized: ShopFailure.unauthorized
        case .forbidden: ShopFailure.forbidden
        case .notFound(_, let resource): resource?.notFound ?? ShopFailure.notFound
        case .missingFeature(let feature): feature.kind
        case .refused: ShopFailure.refused
        case .server: ShopFailure.server
        case .conflict(let conflict): conflict.kind
        case .malformed: ShopFailure.malformed
        }
    }

    package var failure: Failure { failure(kind) }

    private func failure(_ kind: some ListedFailure) -> Failure {
        Failure(
            kind, sentence, remedy: remedy, recovery: recovery,
            causes: complaint.map { [Sentence(stored: $0.message)] } ?? [])
    }

    private var complaint: Complaint? {
        switch self {
        case .unauthorized(let complaint), .forbidden(let complaint), .notFound(let complaint, _),
            .refused(_, let complaint), .server(_, let complaint, _):
            complaint
        case .noCredentials, .unreachable, .connection, .answer, .site, .missingFeature, .conflict, .malformed: nil
        }
    }

    private var sentence: Sentence {
        switch self {
        case .noCredentials: Sentence("failure.shop.noCredentials")
        case .unreachable(let reason): Sentence("failure.shop.unreachable", ["reason": reason])
        case .connection(let problem): problem.sentence
        case .answer(let problem): problem.sentence
        case .site(let problem): problem.sentence
        case .unauthorized: Sentence("failure.shop.unauthorized")
        case .forbidden: Sentence("failure.shop.forbidden")
        case .notFound(nil, of: nil): Sentence("failure.shop.notFound.order")
        case .notFound(_, let resource): resource?.notFoundSentence ?? Sentence("failure.shop.notFound.route")
        case .missingFeature(let feature): feature.sentence
        case .refused(let status, _): Sentence("failure.shop.refused", ["status": status])
        case .server(let status, _, nil): Sentence("failure.shop.server", ["status": status])
        case .server(let status, _, let wait?):
            Sentence("failure.shop.server.busy", ["status": status, "seconds": Int(wait.components.seconds)])
        case .conflict(let conflict): conflict.sentence
        case .malformed(let field, let reason):
            Sentence(
                "failure.shop.malformed",
                ["field": field.map(Sentence.init(stored:)) ?? Sentence("detail.json.whole"), "reason": reason])
        }
    }

    private var remedy: Sentence? {
        switch self {
        case .noCredentials: Sentence("remedy.shop.noCredentials")
        case .unreachable: Sentence("remedy.shop.unreachable")
        case .connection(let problem): problem.remedy
        case .answer(let problem): problem.remedy
        case .site(let problem): problem.remedy
        case .unauthorized: Sentence("remedy.shop.unauthorized")
        case .forbidden: Sentence("remedy.shop.forbidden")
        case .notFound(_, of: .order?), .notFound(nil, of: nil): Sentence("remedy.shop.notFound")
        case .missingFeature(let feature): feature.remedy
        case .notFound, .refused: nil
        case .server: Sentence("remedy.shop.server")
        case .conflict(let conflict): conflict.remedy
        case .malformed: Sentence("remedy.shop.malformed")
        }
    }

    private var recovery: Failure.Recovery {
        switch self {
        case .unreachable, .connection, .server: .retry
        case .answer(let problem): problem.recovery
        case .site(let problem): problem.recovery
        case .noCredentials, .unauthorized, .forbidden, .missingFeature, .conflict, .malformed: .askOperator
        case .notFound, .refused: .giveUp
        }
    }
}
