/// Why nobody is signed in. It can be stored, so that the next process knows it too.
public enum SignedOutReason: Hashable, Codable, Sendable {
    /// Nobody has signed in yet.
    case neverSignedIn
    /// The operator signed out.
    case signedOut
    /// The session could not go on: for example, the other side no longer accepts its key.
    case ended(Failure)

    /// What ended the session; nil if a person did, or if there was none.
    public var failure: Failure? {
        guard case .ended(let failure) = self else { return nil }
        return failure
    }
}
