import ESCPOS
import Foundation
import Model

@testable import Receipts

extension FuzzTarget {
    /// A receipt as a JSON file from anywhere: laid out, as text, and as a print job.
    static let receipt = FuzzTarget(
        name: "receipt", longestInput: 8_192, seeds: FuzzSeeds.receipts, stretch: ReceiptProperty.stretched
    ) { bytes in
        var input = FuzzInput(bytes)
        let choice = input.byte()
        guard let receipt = try? ReceiptDocument.decode(Data(input.remaining())) else { return }
        let read = try? ReceiptDocument.decode(ReceiptDocument.encode(receipt))
        try promise("what was read, and written, reads the same", read == receipt)
        let profile = PrinterProfile.all[Int(choice & 0x0F) % PrinterProfile.all.count]
        let mark: PrintMark = choice & 0x10 == 0 ? .original : .duplicate(2, at: receipt.issuedAt)
        try ReceiptProperty.check(receipt, mark: mark, profile: profile)
    }
}

enum ReceiptProperty {
    static func check(_ receipt: Receipt, mark: PrintMark, profile: PrinterProfile) throws {
        var templates = ReceiptTemplates.builtIn
        for kind in ReceiptTemplates.Kind.allCases { templates[kind].symbols = .beside }
        for columns in [ReceiptLayout.fewestColumns, profile.columnsA, ReceiptLayout.mostColumns] {
            let laid = ReceiptLayout(columns: columns, templates: templates).lay(receipt, mark: mark)
            try promise("no line is wider than the paper", laid.lines.allSatisfy { $0.cells <= columns })
            try promise("a receipt ends with one cut", laid.lines.filter { $0 == .cut }.count == 1)
            let text = TextRenderer().render(laid)
            try promise("text without controls", text.unicodeScalars.allSatisfy { $0 == "\n" || !isControl($0) })
        }
        try checkPrintJob(ReceiptLayout(columns: profile.columnsA).lay(receipt, mark: mark), profile)
    }

    /// Whatever the receipt says, a printer gets text, and complete commands that it knows.
    private static func checkPrintJob(_ laid: LaidOutReceipt, _ profile: PrinterProfile) throws {
        let job = ESCPOSEncoder(profile: profile, typesetter: FuzzSeeds.typesetter).encode(laid).bytes
        var decoder = StreamDecoder(codePages: profile.codePages)
        let pieces = decoder.decode(job) + decoder.finish()
        try promise("complete commands", pieces.allSatisfy { $0.isComplete && $0.content != .unknown })
        let allowed: Set<ESCPOS.Operation> = [
            .initialize, .codePage, .internationalSet, .kanjiOff, .justification, .bold, .underline, .reverse,
            .characterSize, .font, .lineFeed, .feedLines, .cut, .printMode, .defaultLineSpacing, .characterSpacing,
            // Letters that the printer lacks are drawn.
            .raster, .defineCharacters, .userCharacters, .cancelCharacter, .lineSpacing,
        ]
        let strange = pieces.compactMap(\.operation).first { !allowed.contains($0) }
        try promise("a receipt made the command \(strange.map(\.rawValue) ?? "")", strange == nil)
    }

    /// A receipt whose text is the input, over and over.
    @Sendable static func stretched(_ bytes: [UInt8]) throws -> [UInt8] {
        let text = String(decoding: FuzzTarget.repeated(bytes, from: 0), as: UTF8.self)
        let lines = [PrintedLine(text), PrintedLine(text, centred: true, doubleWidth: true)]
        guard let sample = try FuzzSeeds.documents().first else { return bytes }
        let receipt = Receipt(
            id: sample.id, copy: sample.copy, merchant: Receipt.Merchant(name: text, address: [text], taxID: text),
            payment: sample.payment, orderNumber: text, issuedAt: sample.issuedAt, utcOffset: sample.utcOffset,
            lines: [OrderLine(name: text, quantity: 1, total: sample.total)], taxes: sample.taxes, total: sample.total,
            tip: sample.tip, card: .terminalText(lines: lines, result: .approved), footer: [text], language: "en")
        return try [0] + ReceiptDocument.encode(receipt)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
}
