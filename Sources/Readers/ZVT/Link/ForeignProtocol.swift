import Model

/// Another protocol on the line, recognised by what arrives in place of a ZVT terminal's answer.
package enum ForeignProtocol: Hashable, Sendable {
    /// The protocol of Italian terminals: NAK or ACK, ETX and a check byte.
    case ecr17
    /// Plain text such as `VER|APP|…`, with or without a length of four bytes before it.
    case pipeSeparated
    /// A web server.
    case http
    case tls
    case ssh
    /// ZVT's serial blocks on a stream.
    case serialBlocks
    /// ZVT with a length before each telegram.
    case lengthPrefixed
    /// Meaningless bytes: on a serial line usually a wrong baud rate.
    case noise

    /// How many bytes without a block count as noise.
    static let patience = 256
    /// How many of the last bytes are examined.
    static let memory = 64

    private static let ecr17NAK: [UInt8] = [0x15, 0x03, 0x69]
    private static let ecr17ACK: [UInt8] = [0x06, 0x03, 0x7A]

    /// Judges a serial line by the last bytes outside of blocks and their total number.
    init?(heard bytes: [UInt8], total: Int) {
        if Self.contains(bytes, Self.ecr17NAK) {
            self = .ecr17
        } else if Self.contains(bytes, Array("VER|APP".utf8)) {
            self = .pipeSeparated
        } else if total > Self.patience {
            self = .noise
        } else {
            return nil
        }
    }

    private static func contains(_ bytes: [UInt8], _ pattern: [UInt8]) -> Bool {
        guard bytes.count >= pattern.count else { return false }
        return (0...bytes.count - pattern.count).contains { bytes[$0...].starts(with: pattern) }
    }
}

// MARK: - On a stream

extension ForeignProtocol {
    /// How many first bytes of a stream are needed to tell these protocols apart; anything else is noise then.
    static let telling = 9

    private static let beginnings: [(pattern: [UInt8], meaning: ForeignProtocol)] = [
        (ecr17NAK, .ecr17), (ecr17ACK, .ecr17), (Array("VER|".utf8), .pipeSeparated), (Array("HTTP/".utf8), .http),
        (Array("SSH-".utf8), .ssh), ([SerialBlock.dle, SerialBlock.stx], .serialBlocks),
        ([SerialBlock.nak, SerialBlock.nak], .serialBlocks),
    ]

    /// Judges the beginning of a stream; nil while it is still undecided.
    ///
    /// - Parameter isAll: whether nothing more arrived within the waiting time.
    init?(beginning bytes: [UInt8], isAll: Bool = false) {
        if let known = Self.beginnings.first(where: { bytes.starts(with: $0.pattern) }) {
            self = known.meaning
        } else if Self.isTLS(bytes) {
            self = .tls
        } else if bytes.dropFirst(4).starts(with: Array("VER|".utf8)) {
            self = .pipeSeparated
        } else if Self.hasLength(bytes, of: 2) || Self.hasLength(bytes, of: 4) {
            self = .lengthPrefixed
        } else if isAll, bytes == [SerialBlock.nak] {
            self = .serialBlocks
        } else {
            return nil
        }
    }

    /// Recognises a TLS record: an alert or a handshake, then the version.
    private static func isTLS(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 3 && (bytes[0] == 0x15 || bytes[0] == 0x16) && bytes[1] == 0x03 && bytes[2] <= 0x04
    }

    /// Recognises a length, with leading zeros, before a terminal's command or response.
    private static func hasLength(_ bytes: [UInt8], of count: Int) -> Bool {
        guard bytes.count > count, bytes[..<(count - 1)].allSatisfy({ $0 == 0 }) else { return false }
        return bytes[count - 1] >= 3 && [0x04, 0x06, 0x80, 0x84].contains(bytes[count])
    }
}

// MARK: - For people

extension ForeignProtocol {
    var sentence: Sentence {
        switch self {
        case .ecr17: Sentence("failure.reader.foreignProtocol.ecr17")
        case .pipeSeparated: Sentence("failure.reader.foreignProtocol.pipeSeparated")
        case .http: Sentence("failure.reader.foreignProtocol.http")
        case .tls: Sentence("failure.reader.foreignProtocol.tls")
        case .ssh: Sentence("failure.reader.foreignProtocol.ssh")
        case .serialBlocks: Sentence("failure.reader.foreignProtocol.serialBlocks")
        case .lengthPrefixed: Sentence("failure.reader.foreignProtocol.lengthPrefixed")
        case .noise: Sentence("failure.reader.foreignProtocol.noise")
        }
    }

    var remedy: Sentence {
        switch self {
        case .ecr17, .pipeSeparated: Sentence("remedy.reader.foreignProtocol.ecr17")
        case .http, .ssh: Sentence("remedy.reader.foreignProtocol.http")
        case .tls: Sentence("remedy.reader.foreignProtocol.tls")
        case .serialBlocks:
            Sentence("remedy.reader.foreignProtocol.serialBlocks")
        case .lengthPrefixed: Sentence("remedy.reader.foreignProtocol.lengthPrefixed")
        case .noise: Sentence("remedy.reader.foreignProtocol.noise")
        }
    }
}
