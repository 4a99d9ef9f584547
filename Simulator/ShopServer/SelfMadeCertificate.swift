import Crypto
import Foundation
import NIOSSL

/// A certificate for this machine that the server makes for itself, valid for a year (X.509, RFC 5280). It is its own CA, so
/// that its file is what clients are told to trust.
package struct SelfMadeCertificate: Sendable {
    /// The certificate as PEM.
    package let text: String
    let configuration: TLSConfiguration

    /// Makes a new key, and its certificate for `host`, a name or an IP address, and for `localhost` and 127.0.0.1.
    package init(host: String, now: Date) throws {
        let key = P256.Signing.PrivateKey()
        let body = Self.body(key.publicKey, host: host, now: now)
        let signature = try key.signature(for: Data(body))
        let certificate = DER.sequence(
            body, DER.sequence(DER.ecdsaWithSHA256), DER.bits(Array(signature.derRepresentation)))
        let lines = Data(certificate).base64EncodedString(options: .lineLength64Characters)
        text = "-----BEGIN CERTIFICATE-----\n\(lines.replacing("\r\n", with: "\n"))\n-----END CERTIFICATE-----\n"
        let own = try NIOSSLCertificate(bytes: certificate, format: .der)
        let secret = try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)
        configuration = .makeServerConfiguration(certificateChain: [.certificate(own)], privateKey: .privateKey(secret))
    }

    private static func body(_ key: P256.Signing.PublicKey, host: String, now: Date) -> [UInt8] {
        let name = DER.sequence(DER.set(DER.sequence(DER.commonName, DER.text("till-sim shop"))))
        let serial = Array(SHA256.hash(data: key.rawRepresentation).prefix(8))
        return DER.sequence(
            DER.tagged(0xA0, DER.integer([2])), DER.integer([0x01] + serial), DER.sequence(DER.ecdsaWithSHA256), name,
            DER.sequence(DER.time(now.addingTimeInterval(-86_400)), DER.time(now.addingTimeInterval(365 * 86_400))),
            name, Array(key.derRepresentation), DER.tagged(0xA3, DER.sequence(extensions(host))))
    }

    private static func extensions(_ host: String) -> [UInt8] {
        let isNumber = host.allSatisfy { $0.isNumber || $0 == "." } || host.contains(":")
        var names = DER.tagged(0x82, Array("localhost".utf8)) + DER.tagged(0x87, [127, 0, 0, 1])
        if !isNumber, host != "localhost" { names += DER.tagged(0x82, Array(host.utf8)) }
        if isNumber, let address = DER.address(host), address != [127, 0, 0, 1] { names += DER.tagged(0x87, address) }
        let isCA = DER.sequence(
            DER.basicConstraints, [0x01, 0x01, 0xFF], DER.octets(DER.sequence([0x01, 0x01, 0xFF])))
        return isCA + DER.sequence(DER.alternativeName, DER.octets(DER.sequence(names)))
    }
}

/// The parts of ASN.1's distinguished encoding that a certificate needs (ITU-T X.690).
private enum DER {
    static let ecdsaWithSHA256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
    static let commonName: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]
    static let basicConstraints: [UInt8] = [0x06, 0x03, 0x55, 0x1D, 0x13]
    static let alternativeName: [UInt8] = [0x06, 0x03, 0x55, 0x1D, 0x11]

    static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        var rest = content.count
        guard rest >= 0x80 else { return [tag, UInt8(rest)] + content }
        while rest > 0 {
            length.insert(UInt8(rest & 0xFF), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + content
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { tagged(0x30, parts.flatMap { $0 }) }
    static func set(_ content: [UInt8]) -> [UInt8] { tagged(0x31, content) }
    static func integer(_ bytes: [UInt8]) -> [UInt8] { tagged(0x02, bytes) }
    static func octets(_ content: [UInt8]) -> [UInt8] { tagged(0x04, content) }
    static func bits(_ content: [UInt8]) -> [UInt8] { tagged(0x03, [0] + content) }
    static func text(_ text: String) -> [UInt8] { tagged(0x0C, Array(text.utf8)) }

    /// GeneralizedTime.
    static func time(_ time: Date) -> [UInt8] {
        let digits = time.formatted(.iso8601).utf8.filter { byte in byte >= 0x30 && byte <= 0x39 }
        return tagged(0x18, Array(digits) + [UInt8(ascii: "Z")])
    }

    /// The four bytes of an IPv4 address, or the sixteen of an IPv6 address.
    static func address(_ text: String) -> [UInt8]? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
        return inet_pton(AF_INET6, text, &six) == 1 ? withUnsafeBytes(of: &six) { Array($0) } : nil
    }
}
