/// A reply of any value type, which can be answered with a failure.
@usableFromInline protocol OpenReply: AnyObject, Sendable {
    var isAnswered: Bool { get }
    func answer(failing failure: Failure)
}
