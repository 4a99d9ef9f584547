import Failures
import Flow
import Model

/// The sender of a request.
struct Caller: Hashable, Sendable {
    /// `token till-kiosk`, or `user 1000`.
    let name: String
    /// What tells this caller from every other, now and later: a token's id, or a user's number.
    let id: String
    let rights: Set<Right>
    /// The id of its token; nil for whoever has shown none.
    let token: String?

    /// A token's holder.
    init(_ token: AccessToken) {
        (name, id, rights) = ("token \(token.name)", token.id, token.scope.rights)
        self.token = token.id
    }

    /// A local user at the Unix socket. The user who runs the service and root have all rights; everybody else has those of a
    /// kiosk, unless a group is configured that gives others.
    ///
    /// - Parameters:
    ///   - own: the user who runs the service.
    ///   - scopes: those of the user's groups.
    init(user: UInt32, own: UInt32, scopes: [TokenScope] = []) {
        name = "user \(user)"
        id = name
        token = nil
        let given = scopes.isEmpty ? [.kiosk] : scopes
        rights =
            user == own || user == 0
            ? TokenScope.operator.rights : given.reduce(into: []) { $0.formUnion($1.rights) }
    }

    private init(name: String) { (self.name, id, rights, token) = (name, name, [], nil) }

    /// Somebody who has not said who it is.
    static let nobody = Caller(name: "nobody")

    /// The caller of a request whose body is signed, such as a delivery of the shop.
    static let signer = Caller(name: "signer")

    /// Throws `request.forbidden` unless this caller may do what takes this right.
    ///
    /// - Parameter isOperator: whether an operator has entered a PIN for it.
    func check(_ right: Right, isOperator: Bool = false) throws(Failure) {
        let mayEnter = rights.contains(.collect) && Set<Right>.ofOperator.contains(right)
        guard !rights.contains(right), !(isOperator && mayEnter) else { return }
        throw Failure(
            RequestFailure.forbidden,
            Sentence("failure.request.forbidden", ["caller": name.presentable, "right": right.rawValue]),
            remedy: mayEnter ? Sentence("remedy.request.forbidden.operator") : Sentence("remedy.request.forbidden"),
            recovery: .askOperator)
    }
}

extension Failure {
    static let unauthorized = Failure(
        RequestFailure.unauthorized, Sentence("failure.request.unauthorized"),
        remedy: Sentence("remedy.request.unauthorized"), recovery: .askOperator)
}
