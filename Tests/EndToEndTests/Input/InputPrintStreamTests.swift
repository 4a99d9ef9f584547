import Foundation
import Testing

/// `till inspect escpos` and `till render escpos`, with receipts and with anything else.
@Suite struct InputPrintStreamTests {
    private struct Entry: Decodable {
        let offset: Int
        let hex: String
        let command: String
        let text: String?
        let incomplete: Bool?
    }

    private func entries(_ kiosk: Kiosk, of stream: [UInt8]) async throws -> [Entry] {
        let shown = try await kiosk.till(["inspect", "escpos", "--json", "-"], reading: stream)
        let entries = try kiosk.decode([Entry].self, shown)
        expect(entries, areTheWhole: stream)
        return entries
    }

    /// Reads a number of a PNG header: the width is at 16, the height at 20.
    private func number(_ file: Data, at index: Int) -> Int {
        var number = 0
        for byte in file.dropFirst(index).prefix(4) { number = number << 8 | Int(byte) }
        return number
    }

    /// Expects every entry to begin where the one before ended, and all of them together to be the whole stream.
    private func expect(_ entries: [Entry], areTheWhole stream: [UInt8]) {
        var joined = ""
        for entry in entries {
            #expect(entry.offset * 2 == joined.count)
            joined += entry.hex
        }
        #expect(joined == stream.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    @Test func everyByteOfAReceiptIsInItsDecoding() async throws {
        try await Kiosk.run { kiosk in
            let demo = try await kiosk.till("demo", "--reader", "simulated", "--out", kiosk.path("out"))
            #expect(demo.code == 0, "\(demo)")
            let file = kiosk.path("out/receipt-customer.escpos")
            let stream = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
            let shown = try await kiosk.start("till", ["inspect", "escpos", "--json", file]).end()
            let entries = try kiosk.decode([Entry].self, shown)
            expect(entries, areTheWhole: stream)
            #expect(entries.last?.command == "cut")
            #expect(!entries.contains { $0.command == "unknown" || $0.incomplete == true })
            let text = entries.compactMap(\.text).joined(separator: "\n")
            #expect(text.contains("Düsseldorf") && text.contains("11,50 €") && text.contains("CUSTOMER COPY"))
        }
    }

    /// The picture has bars where the printer draws bars, and the inspection names the symbol.
    @Test func aSymbolIsNamedAndDrawn() async throws {
        let code: [UInt8] = [0x1D, 0x48, 2, 0x1D, 0x6B, 67, 13] + Array("4006381333931".utf8) + [0x1D, 0x56, 66, 0]
        try await Kiosk.run { kiosk in
            let entries = try await entries(kiosk, of: code)
            #expect(entries.map(\.command) == ["barcode_text_position", "barcode", "cut"])
            let drawn = try await kiosk.till(["render", "escpos", "-", "--out", kiosk.path("paper")], reading: code)
            #expect(drawn.code == 0, "\(drawn)")
            let bars = try Data(contentsOf: URL(fileURLWithPath: kiosk.path("paper/page-1.png")))
            // 162 dots of bars and a line of text, 32 of margin above and below: the height in the header of the PNG.
            #expect(number(bars, at: 20) == 250)
        }
    }

    /// Code page 2 has the euro sign on a Citizen printer, and none on an Epson.
    @Test func aProfileSaysWhatTheBytesMean() async throws {
        let stream: [UInt8] = [0x1B, 0x74, 2, 0xD5, 0x0A]
        try await Kiosk.run { kiosk in
            func text(_ profile: String) async throws -> String? {
                let command = ["inspect", "escpos", "--json", "--profile", profile, "-"]
                return try kiosk.decode([Entry].self, try await kiosk.till(command, reading: stream)).compactMap(\.text)
                    .first
            }
            #expect(try await text("citizen-ct-e351") == "€")
            #expect(try await text("epson-tm-t20iii") == "ı")
            let paper = ["render", "escpos", "-", "--profile", "pos-5890", "--out", kiosk.path("small")]
            #expect(try await kiosk.till(paper, reading: stream).code == 0)
            let picture = try Data(contentsOf: URL(fileURLWithPath: kiosk.path("small/page-1.png")))
            #expect(number(picture, at: 16) == 448)
            let unknown = try await kiosk.till(["inspect", "escpos", "--profile", "typewriter", "-"], reading: stream)
            #expect(unknown.code != 0)
        }
    }

    @Test func unknownBytesNeverFail() async throws {
        let stream = Array("Hi\n".utf8) + [0x00, 0x1B, 0xFF, 0x1D, 0xFE, 0x10, 0x99, 0x1B, 0x40, 0x1D, 0x56, 0x41]
        try await Kiosk.run { kiosk in
            let entries = try await entries(kiosk, of: stream)
            #expect(entries.first?.text == "Hi")
            #expect(entries.contains { $0.command == "nul" && $0.hex == "00" })
            #expect(entries.contains { $0.command == "unknown" && $0.hex.hasPrefix("1bff") })
            let last = try #require(entries.last)
            #expect(last.command == "cut" && last.incomplete == true)
        }
    }

    @Test func everyByteAloneAndAllOfThemTogetherAreTakenApart() async throws {
        let all = (0...255).map { UInt8($0) }
        try await Kiosk.run { kiosk in
            _ = try await entries(kiosk, of: all + all.reversed() + all.flatMap { [0x1D, $0] })
            #expect(try await entries(kiosk, of: []).isEmpty)
        }
    }

    @Test func eachCutMakesAPictureAsWideAsThePrintHead() async throws {
        let two = Array("One\n".utf8) + [0x1D, 0x56, 0x00] + Array("Two\n".utf8) + [0x1D, 0x56, 0x00]
        try await Kiosk.run { kiosk in
            let file = kiosk.path("two.escpos")
            try Data(two).write(to: URL(fileURLWithPath: file))
            for (dots, out) in [(576, "wide"), (384, "narrow")] {
                let drawn = try await kiosk.start(
                    "till", ["render", "escpos", file, "--out", kiosk.path(out), "--dots", String(dots)]
                ).end()
                #expect(drawn.code == 0, "\(drawn)")
                let pages = try FileManager.default.contentsOfDirectory(atPath: kiosk.path(out)).sorted()
                #expect(pages == ["page-1.png", "page-2.png"])
                for page in pages {
                    let size = try #require(PNG.size(kiosk.path(out + "/" + page)))
                    #expect(size.width >= dots && size.width < dots + 200 && size.height > 20, "\(page): \(size)")
                }
            }
        }
    }

    /// Input from a pipe (`till inspect escpos <(…)`), and from a device that never ends.
    @Test func aPipeIsReadLikeAFileAndNothingIsReadForEver() async throws {
        try await Kiosk.run { kiosk in
            let pipe = try await kiosk.start(
                "/bin/sh", ["-c", #"printf 'Hi' | "$0" inspect escpos --json /dev/fd/0"#, Programs.path("till")]
            ).end()
            #expect(try kiosk.decode([Entry].self, pipe).map(\.text) == ["Hi"])
            let endless = try await kiosk.start("till", ["inspect", "escpos", "/dev/zero"]).end()
            #expect(endless.code == 65 && endless.errors.contains("longer than"), "\(endless)")
        }
    }

    @Test func aFileThatCannotBeReadOrWrittenIsNamed() async throws {
        try await Kiosk.run { kiosk in
            let missing = try await kiosk.start("till", ["inspect", "escpos", kiosk.path("none")]).end()
            #expect(missing.code == 64 && missing.errors.contains(kiosk.path("none")), "\(missing)")
            let out = try await kiosk.till(
                ["render", "escpos", "-", "--out", "/dev/null/paper"], reading: Array("A\n".utf8) + [0x1D, 0x56, 0])
            #expect(out.code != 0 && out.errors.contains("/dev/null/paper"), "\(out)")
            #expect(out.errors.contains("name another place"), "\(out)")
        }
    }
}

extension PNG {
    /// Width and height in dots, from the header (PNG 1.2 §11.2.2); nil when the file is no picture.
    static func size(_ path: String) -> (width: Int, height: Int)? {
        guard isPicture(path), let data = FileManager.default.contents(atPath: path), data.count > 24 else {
            return nil
        }
        func number(at offset: Int) -> Int { data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(at: 16), number(at: 20))
    }
}
