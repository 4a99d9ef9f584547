import Failures
import Flow
import Model

/// Who sent a request.
struct Caller: Hashable, Sendable {
    /// `token till-kiosk`, or `user 1000`.
    let name: String
    let rights: Set<Right>

    /// A token's holder.
    init(_ token: AccessToken) { (name, rights) = ("token \(token.name)", token.scope.rights) }

    /// A local user at the Unix socket. The user who runs the service and root have all rights; the socket's group has those of a
    /// kiosk.
    ///
    /// - Parameter own: the user who runs the service.
    init(user: UInt32, own: UInt32) {
        name = "user \(user)"
        rights = user == own || user == 0 ? TokenScope.operator.rights : TokenScope.kiosk.rights
    }

    private init(name: String) { (self.name, rights) = (name, []) }

    /// Somebody who has not said who it is.
    static let nobody = Caller(name: "nobody")

    func check(_ right: Right) throws(Failure) {
        guard !rights.contains(right) else { return }
        throw Failure(
            RequestFailure.forbidden,
            Sentence("failure.request.forbidden", ["caller": name.presentable, "right": right.rawValue]),
            remedy: Sentence("remedy.request.forbidden"), recovery: .askOperator)
    }
}

extension Failure {
    static let unauthorized = Failure(
        RequestFailure.unauthorized, Sentence("failure.request.unauthorized"),
        remedy: Sentence("remedy.request.unauthorized"), recovery: .askOperator)
}
