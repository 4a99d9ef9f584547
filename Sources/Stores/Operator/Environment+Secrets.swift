import Flow
import Foundation

extension Environment {
    /// 256 random bits.
    func randomBytes() -> Data {
        var bytes = Data()
        for _ in 0..<4 { withUnsafeBytes(of: random()) { bytes.append(contentsOf: $0) } }
        return bytes
    }

    /// 256 random bits in the letters of base64url (RFC 4648, section 5).
    package func newSecret() -> String {
        randomBytes().base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
