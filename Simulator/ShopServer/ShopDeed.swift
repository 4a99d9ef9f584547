/// What a connection does about a request.
enum ShopDeed: Sendable {
    case answer(HTTPReply)
    /// Sends the answer, and right behind it a second copy that nobody has asked for. HTTP/2 says to which request an
    /// answer belongs, so there it is sent once.
    case answerTwice(HTTPReply)
    /// Closes the connection without an answer.
    case hangUp
    /// Promises the whole body and sends half of it.
    case truncate(HTTPReply)
    /// A body of that many bytes.
    case endless(Int)
}
