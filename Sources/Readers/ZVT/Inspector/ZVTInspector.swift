import Model

/// Decodes telegrams for people who examine a line: `till inspect zvt`. Card numbers are masked, expiry dates are shown, and
/// nothing is stored.
package enum ZVTInspector {
    /// How the telegrams are framed.
    package enum Framing: String, CaseIterable, Hashable, Sendable {
        /// Bare telegrams, as on TCP.
        case apdu
        /// Blocks with DLE, STX, ETX and CRC.
        case serial
    }

    /// Parses hexadecimal digits, optionally separated by blanks, colons or hyphens. Throws at the first other character.
    package static func bytes(hex text: String) throws(InspectionError) -> [UInt8] {
        var digits: [UInt8] = []
        for scalar in text.unicodeScalars where !isSeparator(scalar) {
            guard let digit = UInt8(String(scalar), radix: 16) else {
                throw InspectionError(sentence: Sentence("detail.block.notHexadecimal"), offset: digits.count / 2)
            }
            digits.append(digit)
        }
        guard digits.count.isMultiple(of: 2) else {
            throw InspectionError(sentence: Sentence("detail.block.halfByte"), offset: digits.count / 2)
        }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == ":" || scalar == "-"
    }

    /// Decodes one or several telegrams. Without `framing` it is found out from the bytes.
    ///
    /// Throws the reason and the byte offset in `bytes` when they are no telegrams. A wrong checksum is reported, but the
    /// telegram is decoded.
    package static func inspect(
        _ bytes: [UInt8], framing: Framing? = nil
    ) throws(InspectionError) -> [Inspection] {
        guard !bytes.isEmpty else { throw InspectionError(sentence: Sentence("detail.block.nothing"), offset: 0) }
        return switch framing ?? detect(bytes) {
        case .apdu: try apdus(bytes)
        case .serial: try blocks(bytes)
        }
    }

    private static func detect(_ bytes: [UInt8]) -> Framing {
        let start = bytes.drop { $0 == SerialBlock.ack || $0 == SerialBlock.nak }
        let isBlock = start.starts(with: [SerialBlock.dle, SerialBlock.stx])
        return isBlock || start.isEmpty ? .serial : .apdu
    }

    private static func apdus(_ bytes: [UInt8]) throws(InspectionError) -> [Inspection] {
        var inspections: [Inspection] = []
        var start = 0
        while start < bytes.count {
            do throws(PacketError) {
                let header = try APDUHeader(decoding: Array(bytes[start...].prefix(APDUHeader.longest)))
                let telegram = Array(bytes[start...].prefix(header.length + header.dataLength))
                let fields = try TelegramInspection.fields(of: telegram)
                inspections.append(Inspection(framing: .apdu, checksumIsGood: nil, fields: fields))
                start += telegram.count
            } catch {
                throw InspectionError(sentence: error.sentence, offset: start + error.offset)
            }
        }
        return inspections
    }

    private static func blocks(_ bytes: [UInt8]) throws(InspectionError) -> [Inspection] {
        var inspections: [Inspection] = []
        var position = 0
        while position < bytes.count {
            if let name = acknowledgements[bytes[position]] {
                var fields = InspectorObject()
                fields.put("ctrl", name)
                inspections.append(Inspection(framing: .serial, checksumIsGood: nil, fields: fields))
                position += 1
                continue
            }
            let block = try Unstuffed(bytes, from: position)
            do throws(PacketError) {
                let fields = try TelegramInspection.fields(of: block.telegram)
                inspections.append(Inspection(framing: .serial, checksumIsGood: block.checksumIsGood, fields: fields))
            } catch {
                throw InspectionError(sentence: error.sentence, offset: block.offset(of: error.offset))
            }
            position = block.end
        }
        return inspections
    }

    private static let acknowledgements: [UInt8: String] = [SerialBlock.ack: "ACK", SerialBlock.nak: "NAK"]
}
