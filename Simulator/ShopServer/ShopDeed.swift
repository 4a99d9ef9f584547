/// What a connection does about a request.
enum ShopDeed: Sendable {
    case answer(HTTPReply)
    /// Closes the connection without an answer.
    case hangUp
    /// Promises the whole body and sends half of it.
    case truncate(HTTPReply)
    /// A body of that many bytes.
    case endless(Int)
}
