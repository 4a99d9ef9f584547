import Failures
import Flow
import Model

/// The answer to a request.
struct ServiceResponse: Sendable {
    enum Body: Sendable {
        case bytes([UInt8], type: String)
        case events(EventChunks)
        case kiosk(KioskChunks)
        case backup(ServedBackup)
        case none
    }

    var status = 200
    var fields: [String: String] = [:]
    var body = Body.none

    static let json = "application/json"

    /// An answer with one document of `Output`.
    static func json(
        _ document: some Encodable, status: Int = 200, fields: [String: String] = [:]
    ) throws(Failure) -> ServiceResponse {
        ServiceResponse(
            status: status, fields: fields, body: .bytes(Array(try Output.json(document).utf8), type: Self.json))
    }
}
