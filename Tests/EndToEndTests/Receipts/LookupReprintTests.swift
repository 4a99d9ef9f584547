import Foundation
import Testing

/// `till reprint` and `till receipts`: what was printed, how often, and under which names it is found.
@Suite struct LookupReprintTests {
    private struct Receipt: Decodable {
        let receipt: String
        let payment: String
        let order: String?
        let copy: String
        let prints: Int
    }

    private struct Print: Decodable {
        let receipt: String
        let copy: String
        let duplicate: Int
        let state: String
    }

    private func receipts(_ kiosk: Kiosk) async throws -> [Receipt] {
        try kiosk.decode([Receipt].self, try await kiosk.till("receipts", "list", "--json"))
    }

    private func prints(_ kiosk: Kiosk, _ copy: String) async throws -> Int {
        try #require(try await receipts(kiosk).first { $0.copy == copy }).prints
    }

    @Test func escposPHP101_eachReprintBearsTheNextNumberAndIsWhatStandardOutputShows() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            #expect(try await kiosk.paperTexts().count == 2)
            for number in 1...2 {
                let reprint = try await kiosk.till("reprint", "last")
                #expect(reprint.code == 0 && reprint.output.contains("DUPLICATE \(number)"), "\(reprint)")
                let sheets = try await kiosk.paperTexts()
                #expect(sheets.count == 2 + number)
                #expect(sheets.last == Kiosk.words(reprint.output), "on paper and on screen the same")
            }
            #expect(try await prints(kiosk, "customer") == 3)
            #expect(try await prints(kiosk, "merchant") == 1)
        }
    }

    @Test func aReceiptHasThreeNamesAndTwoCopies() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let merchant = try #require(try await receipts(kiosk).first { $0.copy == "merchant" })
            let asked = [
                (["last"], "CUSTOMER COPY"), (["1042"], "CUSTOMER COPY"),
                (["last", "--copy", "merchant"], "MERCHANT COPY"),
                (["1042", "--copy", "merchant"], "MERCHANT COPY"), ([merchant.receipt], "MERCHANT COPY"),
            ]
            for (arguments, copy) in asked {
                let shown = try await kiosk.startTill(["receipts", "show"] + arguments).end()
                #expect(shown.code == 0 && shown.output.contains(copy), "\(arguments): \(shown)")
                #expect(!shown.output.contains("DUPLICATE"))
                let reprint = try await kiosk.startTill(["reprint"] + arguments).end()
                #expect(reprint.code == 0 && reprint.output.contains(copy), "\(arguments): \(reprint)")
                #expect(try #require(try await kiosk.paperTexts().last).contains(copy))
            }
            let json = try await kiosk.till("reprint", "last", "--copy", "merchant", "--json")
            let print = try kiosk.decode(Print.self, json)
            #expect(print.copy == "merchant" && print.duplicate == 4 && print.state == "confirmed", "\(json)")
        }
    }

    @Test(arguments: ["last", "1042", "rcp-0000000000", "", "\u{1B}[31m"])
    func aReceiptThatIsNotThereIsNotFound(_ name: String) async throws {
        try await Kiosk.run { kiosk in
            for command in [
                ["reprint", name, "--printer", "file:" + kiosk.path("paper.bin")], ["receipts", "show", name],
            ] {
                let missing = try await kiosk.startTill(command).end()
                #expect(missing.code == 7 && missing.output.isEmpty, "\(missing)")
                #expect(missing.errors.contains("till receipts list"), "\(missing)")
                #expect(!missing.errors.contains("\u{1B}"), "\(missing)")
            }
        }
    }

    @Test func withoutPaperNothingIsPrintedAndNothingCounted() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let empty = try await kiosk.startPrinter(fault: "paper-out")
            let refused = try await kiosk.till("reprint", "last", "--printer", kiosk.printer)
            #expect(refused.code == 6 && refused.output.isEmpty, "\(refused)")
            #expect(refused.errors.contains("paper"), "\(refused)")
            #expect(try await prints(kiosk, "customer") == 1)
            empty.send(SIGTERM)
            try await empty.end()
            try await kiosk.startPrinter()
            let mended = try await kiosk.till("reprint", "last", "--printer", kiosk.printer)
            #expect(mended.code == 0 && mended.output.contains("DUPLICATE 1"), "\(mended)")
            #expect(try await prints(kiosk, "customer") == 2)
        }
    }

    /// The data folder may be given as a relative path; the prints are still found from another folder.
    @Test func aReprintFromAnotherFolderFindsThePaper() async throws {
        try await Kiosk.run { kiosk in
            let demo = try await kiosk.till(
                ["demo", "--reader", "simulated", "--out", kiosk.path("out"), "--data", "data"],
                in: kiosk.directory)
            #expect(demo.code == 0, "\(demo)")
            let reprint = try await kiosk.till(["reprint", "last", "--data", kiosk.data], in: "/")
            #expect(reprint.code == 0, "\(reprint)")
            #expect(try await kiosk.paperTexts().count == 3, "\(reprint)")
        }
    }
}

extension Kiosk {
    /// Runs `till` in this working directory.
    fileprivate func till(_ arguments: [String], in folder: String) async throws -> Ending {
        try await start(
            "/bin/sh", ["-c", #"cd "$1" && shift && exec "$@""#, "sh", folder, Programs.path("till")] + arguments
        ).end()
    }

    /// The text of each sheet that the demonstration's printer has cut, without blanks, read by our own decoder.
    func paperTexts() async throws -> [String] {
        struct Entry: Decodable { let text: String? }
        let folder = data + "/paper"
        var texts: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".escpos")
        {
            let shown = try await start("till", ["inspect", "escpos", "--json", folder + "/" + name]).end()
            texts.append(Self.words(try decode([Entry].self, shown).compactMap(\.text).joined(separator: "\n")))
        }
        return texts
    }

    /// The words alone: layout, rules and frames differ between a screen and paper.
    static func words(_ text: String) -> String {
        let marks: Set<Character> = ["─", "-", "[", "]"]
        return text.split(whereSeparator: \.isWhitespace).filter { !$0.allSatisfy(marks.contains) }.joined(
            separator: " ")
    }
}
