import Crypto
import Flow
import Foundation
import Stores

/// The secret of an endpoint, with which every request to it is signed.
package struct EndpointSecret: Sendable {
    /// `whsec_` and 256 random bits in the letters of base64url.
    package let text: String

    package init(text: String) { self.text = text }

    package init(_ environment: Environment) { text = "whsec_" + environment.newSecret() }

    /// The value of the field `Till-Signature`: `t=1767225600,v1=…`, where `v1` is HMAC-SHA256 in hexadecimal of the time, a dot
    /// and the body. The time keeps an old request from being sent again by somebody else.
    package func signature(of body: [UInt8], at time: Date) -> String {
        let seconds = Int64(time.timeIntervalSince1970.rounded(.down))
        var hash = HMAC<SHA256>(key: SymmetricKey(data: Data(text.utf8)))
        hash.update(data: Data("\(seconds).".utf8))
        hash.update(data: Data(body))
        let letters = hash.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "t=\(seconds),v1=\(letters)"
    }
}

extension EndpointSecret: CustomStringConvertible, CustomReflectable {
    package var description: String { "(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
