import Foundation

extension NetworkError {
    /// The error of an answer; nil when the answer is a success.
    /// - Parameter resource: what was asked for.
    package init?(_ response: Response, of resource: ShopResource? = nil) {
        let isSuccess = (200..<300).contains(response.status)
        if response.isWebPage, !Self.mayPass(response.status) {
            self = .answer(.webPage(status: response.status))
        } else if isSuccess {
            return nil
        } else {
            self.init(refusal: response, of: resource)
        }
    }

    private init(refusal response: Response, of resource: ShopResource?) {
        let body = ErrorBody(response)
        let complaint = body?.complaint
        let status = body?.trueStatus(response.status) ?? response.status
        switch status {
        case 401...403 where ErrorBody.saysRESTIsOff(complaint?.code): self = .site(.restDisabled)
        case 401: self = .unauthorized(complaint)
        case 403: self = .forbidden(complaint)
        case 404: self = .notFound(complaint, of: body?.missing(of: resource) ?? nil)
        case 400 where complaint?.code.hasSuffix("_invalid_id") == true:
            self = .notFound(complaint, of: body?.missing(of: resource) ?? nil)
        case _ where Self.mayPass(status):
            self = .server(status: status, complaint, retryAfter: RetryAfter.pause(in: response))
        default: self = .refused(status: status, complaint)
        }
    }

    /// Whether a status says that the same request may succeed later, whether the shop or a proxy answered.
    private static func mayPass(_ status: Int) -> Bool { status == 408 || status == 429 || status >= 500 }
}

/// The body of an error. It may be something else, such as the maintenance page of a web host.
private struct ErrorBody {
    let complaint: NetworkError.Complaint
    private let data: Int?

    /// The most characters of a shop's code and message that are kept, shown and stored.
    private static let longestCode = 100
    private static let longestMessage = 500

    init?(_ response: Response) {
        guard let body = try? response.json, let message = body["message"]?.text,
            let code = body["code"]?.looseText ?? body["error"]?.looseText
        else { return nil }
        complaint = NetworkError.Complaint(
            code: String(code.prefix(Self.longestCode)),
            message: PlainText.from(html: String(message.prefix(Self.longestMessage))))
        if case .integer(let number)? = body["data"] { data = Int(exactly: number) } else { data = nil }
    }

    /// WooCommerce's controller of refunds puts the status into the body as a bare number, and all its refusals are
    /// answered as 500. Its refusal of the refund itself says 500 in the body too.
    func trueStatus(_ status: Int) -> Int {
        guard status == 500 else { return status }
        if complaint.code == Self.refusesRefund { return 400 }
        guard let data, (400..<500).contains(data) else { return status }
        return data
    }

    private static let refusesRefund = "woocommerce_rest_cannot_create_order_refund"

    /// What is missing: the order that something belongs to, else what was asked for. Nil when the route is not there: the
    /// shop may have lost a plugin, and nothing follows about the resource.
    func missing(of resource: ShopResource?) -> ShopResource? {
        switch complaint.code {
        case "rest_no_route": nil
        case "woocommerce_rest_shop_order_invalid_id", "woocommerce_rest_order_invalid_id",
            "woocommerce_rest_invalid_order_id":
            .order
        default: resource
        }
    }

    /// The codes of WordPress and of the plugins that switch REST off for strangers, or for everybody.
    static func saysRESTIsOff(_ code: String?) -> Bool {
        ["rest_disabled", "rest_login_required", "rest_cannot_access"].contains(code)
    }
}
