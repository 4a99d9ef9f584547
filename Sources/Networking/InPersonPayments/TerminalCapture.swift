/// What an extension answered to a capture.
package struct TerminalCapture: Hashable, Sendable {
    /// The id of the payment intent.
    package let intent: String
    /// The provider's word: only `succeeded` means that the money was captured.
    package let status: String

    package var isDone: Bool { status == Self.succeeded }

    package static let succeeded = "succeeded"
}

struct TerminalCaptureMapper: Mapper {
    func map(_ response: Response) throws(NetworkError) -> TerminalCapture {
        let object = try response.object
        return TerminalCapture(intent: try object.text("id"), status: try object.text("status"))
    }
}
