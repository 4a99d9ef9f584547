import Failures
import Flow
import Model
import Stores

/// The key by which a repeated request is recognised.
enum IdempotencyKey {
    /// The longest key, in bytes.
    private static let longest = 200

    /// The request's key. Throws `request.badKey` if there is none, for one that cannot be kept, and for one that Till
    /// makes itself.
    static func of(_ request: ServiceRequest) throws(Failure) -> String {
        guard let key = try ifAny(of: request), !key.isEmpty else {
            throw .badKey(Sentence("failure.request.badKey.missing"))
        }
        return key
    }

    /// The request's key; nil if it has none. Throws `request.badKey` for one that cannot be kept, or that Till makes itself.
    static func ifAny(of request: ServiceRequest) throws(Failure) -> String? {
        guard let key = request.fields["idempotency-key"] else { return nil }
        guard 1...longest ~= key.utf8.count else { throw .badKey(Sentence("failure.request.badKey.long")) }
        if let beginning = OwnKeys.beginning(of: key) {
            throw Failure(
                RequestFailure.badKey, Sentence("failure.request.badKey.own", ["beginning": beginning]),
                remedy: Sentence("remedy.request.badKey.own"), recovery: .giveUp)
        }
        return key
    }
}

extension Failure {
    fileprivate static func badKey(_ sentence: Sentence) -> Failure {
        Failure(RequestFailure.badKey, sentence, remedy: Sentence("remedy.request.badKey"), recovery: .giveUp)
    }
}
