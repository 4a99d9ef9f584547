import Failures
import Flow
import Model

/// The key by which a repeated request is recognised.
enum IdempotencyKey {
    /// The longest key, in bytes.
    private static let longest = 200

    /// The request's key. Throws `request.badKey` if there is none, or one that cannot be kept.
    static func of(_ request: ServiceRequest) throws(Failure) -> String {
        guard let key = try ifAny(of: request), !key.isEmpty else {
            throw .badKey(Sentence("failure.request.badKey.missing"))
        }
        return key
    }

    /// The request's key; nil if it has none. Throws `request.badKey` for one that cannot be kept.
    static func ifAny(of request: ServiceRequest) throws(Failure) -> String? {
        guard let key = request.fields["idempotency-key"] else { return nil }
        guard 1...longest ~= key.utf8.count else { throw .badKey(Sentence("failure.request.badKey.long")) }
        return key
    }
}

extension Failure {
    fileprivate static func badKey(_ sentence: Sentence) -> Failure {
        Failure(RequestFailure.badKey, sentence, remedy: Sentence("remedy.request.badKey"), recovery: .giveUp)
    }
}
