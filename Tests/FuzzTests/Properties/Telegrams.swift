import Flow
import Hardware
import Model

@testable import Readers

extension FuzzTarget {
    /// One telegram from a terminal: header, fields, TLV objects, text. The first two bytes say what is done to the
    /// rest.
    static let telegram = FuzzTarget(
        name: "telegram", longestInput: 2_048, seeds: FuzzSeeds.telegrams,
        // The header is not repeated.
        stretch: { repeated($0, from: 5) }
    ) { bytes in
        let telegram = FuzzedTelegram.bytes(from: bytes)
        try TelegramProperty.check(telegram)
        if !telegram.isEmpty { try InspectionProperty.check(telegram, .apdu) }
    }
}

/// Telegrams from an input, often with a correct length and a planted card number, neither of which would come from
/// random bytes alone.
enum FuzzedTelegram {
    static let repairsLength: UInt8 = 0x01
    /// The longest header, and one byte that is a code in many telegrams; they may look like digits and stand before
    /// digits.
    private static let codes = 6

    static func bytes(from bytes: [UInt8]) -> [UInt8] {
        var input = FuzzInput(bytes)
        let choice = input.byte()
        let place = Int(input.byte())
        var telegram = input.remaining()
        let planted = [[], PlantedCard.packed, PlantedCard.text, PlantedCard.track][Int(choice >> 1 & 0x03)]
        if telegram.count >= codes { telegram.insert(contentsOf: planted, at: min(max(codes, place), telegram.count)) }
        return choice & repairsLength == 0 ? telegram : repaired(telegram)
    }

    /// The telegram with a correct length field.
    static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 3 else { return bytes }
        let header = bytes[2] == 0xFF ? 5 : 3
        return APDU(UInt16(bytes[0]) << 8 | UInt16(bytes[1]), Array(bytes.dropFirst(header))).bytes
    }
}

enum TelegramProperty {
    static func check(_ bytes: [UInt8]) throws {
        let decoded = DecodedTelegram(bytes)
        try promise("the redacted copy is as long", decoded.redacted.count == bytes.count)
        try promise("the redacted copy shows no card number", !PlantedCard.shows(in: decoded.redacted))
        let again = DecodedTelegram(decoded.redacted)
        try promise("a redacted copy is redacted", again.redacted == decoded.redacted)
        guard case .success(let telegram) = decoded.telegram else { return }
        try checkRoundTrip(telegram)
        try checkContent(telegram, of: bytes)
    }

    /// What was read can be written, and what is written reads as the same.
    private static func checkRoundTrip(_ telegram: Telegram) throws {
        // Text that ends as if objects followed cannot be told from objects.
        if case .printLine(let line) = telegram, line.text.suffix(6).starts(with: [0x06, 0x04, 0x1F]) { return }
        let written = telegram.bytes
        let read = try? Telegram(decoding: written)
        try promise("what is written reads as it was meant: \(written.hex)", read?.bytes == written)
    }

    private static func checkContent(_ telegram: Telegram, of bytes: [UInt8]) throws {
        switch telegram {
        case .statusInformation(let information):
            try promise("no expiry is read", information.expiry == nil)
            if let result = information.transactionResult { try check(result) }
        case .printLine(let line): try check(line.lines(in:), of: bytes)
        case .printTextBlock(let block): try check(block.lines(in:), of: bytes)
        case .intermediateStatus(let status):
            try promise("progress shows no card number", !PlantedCard.shows(in: status.progress(in: .cp437).text ?? ""))
        case .registration, .authorisation, .statusEnquiry, .repeatReceipt, .transaction, .administration, .logOff,
            .setTerminalClock, .setTillClock, .abort, .response, .completion, .aborted:
            break
        }
    }

    static func check(_ result: TransactionResult) throws {
        let texts = [
            result.additionalText, result.cardName, result.panLastDigits, result.contractNumber, result.approvalCode,
            result.applicationID, result.terminalID,
        ]
        try promise("a result shows no card number", !texts.compactMap(\.self).contains(where: PlantedCard.shows))
        try promise("four digits of a card at most", (result.panLastDigits?.count ?? 0) <= 4)
    }

    private static func check(_ lines: (TextEncoding) -> [PrintedLine], of bytes: [UInt8]) throws {
        for encoding in TextProperty.encodings {
            let lines = lines(encoding)
            // A telegram can ask for 255 line feeds in one byte.
            try promise("few lines for many bytes", lines.count <= 255 + bytes.count)
            try promise("no line shows a card number", !lines.contains { PlantedCard.shows(in: $0.text) })
        }
    }
}
