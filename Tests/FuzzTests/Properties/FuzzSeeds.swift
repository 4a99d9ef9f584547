import ESCPOS
import Foundation
import Model
import Receipts

@testable import Readers

/// Valid inputs to begin with, from our fixtures and encoders, and from the references beside the repository where they
/// exist; each in the form its target takes.
enum FuzzSeeds {
    // MARK: Terminals

    @Sendable static func lines() throws -> [[UInt8]] {
        try transcripts().map { steps in [0x20] + steps.filter { $0.from == "pt" }.flatMap(\.bytes) }
    }

    @Sendable static func telegrams() throws -> [[UInt8]] {
        let choices = stride(from: FuzzedTelegram.repairsLength, to: 8, by: 2)
        let told = try spoken() + plantedTelegrams + references("zvt-vectors", "hex")
        return told.enumerated().map { number, telegram in
            [Array(choices)[number % 4], UInt8(min(200, telegram.count / 2))] + telegram
        }
    }

    /// Each conversation as a script: what the till asked, then what the terminal said, with everything stored at once.
    @Sendable static func dialogues() throws -> [[UInt8]] {
        try transcripts().flatMap { steps in
            let answers = steps.filter { $0.from == "pt" }.flatMap { step -> [UInt8] in
                let bytes = step.bytes.prefix(250)
                return [DialogueMove.sayBytes.rawValue, UInt8(bytes.count)] + bytes + [DialogueMove.store.rawValue]
            }
            return (0..<FuzzedDialogue.requests.count).map { [DialogueMove.start.rawValue, UInt8($0)] + answers }
        }
    }

    /// The usual telegrams of a terminal, which scripts name by number.
    static let terminalTelegrams: [[UInt8]] = [
        Telegram.intermediateStatus(IntermediateStatus(code: 0x0A)).bytes,
        Telegram.intermediateStatus(IntermediateStatus(code: 0x17, timeoutMinutes: 2, lines: ["PIN"])).bytes,
        Telegram.statusInformation(approved).bytes,
        Telegram.statusInformation(StatusInformation(resultCode: 0x6C)).bytes,
        Telegram.completion(Completion(statusByte: 0, terminalID: "52500038", currency: 978)).bytes,
        Telegram.aborted(Aborted(resultCode: 0x6C)).bytes,
        Telegram.printLine(PrintLine(.normal, Array("Kundenbeleg".utf8))).bytes,
        Telegram.printLine(PrintLine(.lastLine)).bytes,
        Telegram.printTextBlock(PrintTextBlock(receiptType: .merchant, elements: [.line(Array("EUR".utf8))])).bytes,
        Telegram.response(.positive).bytes, Telegram.response(.notPossible).bytes, Telegram.response(.wait).bytes,
        [0x04, 0x0D, 0x00], Telegram.abort.bytes, [0x04, 0x0F, 0x02, 0x99, 0x00], [0x06, 0x0F, 0x01, 0x99],
        Telegram.aborted(Aborted(resultCode: 0xB8, receipt: .number(17))).bytes,
        Telegram.aborted(Aborted(resultCode: 0xB8, receipt: .unnumbered)).bytes,
        [0x04, 0x01, 0x08, 0xAA, 0x26, 0x11, 0x21, 0x0C, 0x14, 0x22, 0x10],
        Telegram.statusInformation(totals).bytes,
    ]

    private static let totals: StatusInformation = {
        var status = StatusInformation(resultCode: 0)
        status.amountMinor = 1250
        status.totals = [UInt8](repeating: 0, count: SchemeTotals.length)
        return status
    }()

    private static let approved: StatusInformation = {
        var status = StatusInformation(resultCode: 0)
        status.amountMinor = 1250
        status.currency = 978
        status.receiptNumber = 17
        status.trace = 42
        status.terminalID = "52500038"
        status.accountNumber = "EEEEEEEEEEEE1113"
        return status
    }()

    /// The card number in every place where terminals put it.
    static let plantedTelegrams: [[UInt8]] = {
        var status = approved
        status.accountNumber = PlantedCard.number
        status.additionalText = "Karte \(PlantedCard.number)"
        status.objects = [
            TLV(0x1F08, PlantedCard.text), TLV(0x1F09, PlantedCard.track), TLV(0x2F, objects: [TLV(0x1F12, [2])]),
            TLV(0x4D, PlantedCard.packed),
        ]
        var tracks = FieldWriter()
        tracks.put(0x27, [0])
        tracks.put(0x23, PlantedCard.track)
        tracks.put(0x24, PlantedCard.track)
        tracks.put(0x2D, Array("B\(PlantedCard.number)^CARD/TEST^2812".utf8))
        tracks.put(0x22, PlantedCard.packed)
        let line = Array("Kartennummer des Kunden: ".utf8) + PlantedCard.text
        return [
            Telegram.statusInformation(status).bytes, APDU(Control.statusInformation, tracks.bytes).bytes,
            APDU(0x0631, Password.unset.packed + tracks.bytes).bytes, APDU(0x0622, tracks.bytes).bytes,
            Telegram.printLine(PrintLine(.normal, line)).bytes,
            Telegram.printTextBlock(PrintTextBlock(receiptType: .merchant, elements: [.line(PlantedCard.text)])).bytes,
            Telegram.intermediateStatus(IntermediateStatus(code: 0x0A, lines: [PlantedCard.number])).bytes,
        ]
    }()

    private static func spoken() throws -> [[UInt8]] {
        try Set(transcripts().joined().compactMap(\.telegram)).sorted { $0.hex < $1.hex }
    }

    private static func transcripts() throws -> [[TranscriptStep]] {
        struct Transcript: Decodable { let steps: [TranscriptStep] }
        let data = try Data(contentsOf: fixtures.appending(path: "zvt-transcripts.json"))
        return try JSONDecoder().decode([String: Transcript].self, from: data).sorted { $0.key < $1.key }
            .map(\.value.steps)
    }

    private struct TranscriptStep: Decodable {
        let from: String
        let hex: String
        let apdu: String?

        var bytes: [UInt8] { [UInt8](fixture: hex) }
        var telegram: [UInt8]? { apdu.map { [UInt8](fixture: $0) } }
    }

    // MARK: Text, paper, shop

    @Sendable static func texts() throws -> [[UInt8]] {
        let lines = try receiptTexts().flatMap { $0.split(separator: "\n") }.map { [1, 24] + Array($0.utf8) }
        let cards = ["Karte 4012 0010 3614 1113 gültig bis 12/28", "4012-0010-3614-1113", "EXP. 12 / 2028"]
        return Array(Set(lines)).sorted { $0.lexicographicallyPrecedes($1) } + cards.map { [1, 8] + Array($0.utf8) }
    }

    @Sendable static func printStreams() throws -> [[UInt8]] {
        let jobs = try documents().map { document in
            ESCPOSEncoder(profile: .generic80, typesetter: FuzzSeeds.typesetter).encode(
                ReceiptLayout(columns: 48).lay(document, mark: .original)
            ).bytes
        }
        return try (commands + jobs.map { Array($0.prefix(900)) } + references("escpos-vectors", "hex")).flatMap {
            stream in
            [[0x24, 2] + stream, [0x44, 2] + stream]
        }
    }

    @Sendable static func receipts() throws -> [[UInt8]] {
        try documents().flatMap { document in
            let json = Array(try ReceiptDocument.encode(document))
            return (0..<3).map { [UInt8($0)] + json }
        }
    }

    @Sendable static func orders() throws -> [[UInt8]] {
        [Array(Self.order.utf8)] + (try samples("woo-samples"))
    }

    /// One command of every shape.
    private static let commands: [[UInt8]] = [
        [0x1B, 0x40], [0x1D, 0x76, 0x30, 0, 2, 0, 2, 0, 1, 2, 3, 4], [0x1D, 0x28, 0x6B, 3, 0, 0x31, 0x51, 0x30],
        [0x1D, 0x28, 0x4C, 0x0B, 0, 0x30, 0x70, 0x30, 1, 1, 0x31, 1, 0, 1, 0, 0x80], [0x1B, 0x44, 4, 8, 12, 0],
        [0x1D, 0x6B, 73, 4, 0x7B, 0x42, 0x31, 0x32], [0x1D, 0x6B, 4, 0x31, 0x32, 0x33, 0], [0x1B, 0x74, 19, 0xD5],
        [0x1B, 0x26, 3, 65, 66, 1, 1, 2, 3, 0], [0x1C, 0x71, 1, 1, 0, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8], [0x10, 0x04, 1],
        [0x1D, 0x38, 0x4C, 4, 0, 0, 0, 0x30, 0x32, 1, 2], [0x1B, 0x2A, 33, 2, 0, 1, 2, 3, 4, 5, 6],
        [0x1C, 0x26, 0xB0, 0xA1],
        [0x1D, 0x28, 0x48, 6, 0, 0x30, 0x30, 0x41, 0x42, 0x43, 0x44], [0x10, 0x14, 8, 1, 3, 20, 1, 6, 2, 8],
        Array("Summe 14,90\n".utf8), [0x1D, 0x56, 0x42, 0], [0x1B, 0x57, 0, 0, 0, 0, 1, 0, 1, 0],
    ]

    private static let order = """
        {"id":1042,"number":"1042","status":"pending","currency":"EUR","total":"12.50","billing":{"first_name":"J&uuml;rgen",
        "last_name":"Groß","company":""},"line_items":[{"name":"Kaffee &amp; <b>Kuchen</b>","quantity":2,"total":"10.50",
        "total_tax":"2.00"}],"shipping_lines":[{"method_title":"Abholung","total":"0.00","total_tax":"0"}],
        "fee_lines":[{"name":"Pfand","total":"-0.25","total_tax":"0.25"}],
        "tax_lines":[{"label":"MwSt.","rate_percent":19,"tax_total":"2.00","shipping_tax_total":""}]}
        """

    static func documents() throws -> [Receipt] {
        [try ReceiptDocument.decode(Data(contentsOf: fixtures.appending(path: "receipts/sample-receipt.json")))]
    }

    private static func receiptTexts() throws -> [String] {
        try files(in: fixtures.appending(path: "receipts")).filter { $0.pathExtension == "txt" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
    }
}
