import Foundation
import Testing

/// `till render receipt`: one receipt in every form.
@Suite struct RenderReceiptTests {
    private static let docs = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/receipts")

    private func example(_ name: String) -> String { Self.docs.appending(path: "\(name).json").path }

    @Test(arguments: [
        ("text", "Kiosk am Ring"), ("html", "<!doctype html>"), ("svg", "<?xml"), ("pdf", "%PDF-"),
        ("png", "\u{89}PNG"), ("escpos", "\u{1B}@"),
    ])
    func everyFormIsWrittenToItsFile(format: String, beginning: String) async throws {
        try await Kiosk.run { kiosk in
            let file = kiosk.path("out")
            let rendered = try await kiosk.till(
                "render", "receipt", example("order"), "--format", format, "--profile", "generic-80mm", "--out", file)
            #expect(rendered.code == 0, "\(rendered)")
            let bytes = try Data(contentsOf: URL(filePath: file))
            let sign = Data(beginning.unicodeScalars.map { UInt8($0.value) })
            #expect(bytes.prefix(200).range(of: sign) != nil)
        }
    }

    /// The inspector reads the bytes that a printer would be sent.
    @Test func thePrintersBytesSayWhatTheTextSays() async throws {
        try await Kiosk.run { kiosk in
            let file = kiosk.path("receipt.escpos")
            let words = ["render", "receipt", example("declined"), "--profile", "generic-58mm"]
            let rendered = try await kiosk.till(words + ["--format", "escpos", "--out", file], reading: [])
            #expect(rendered.code == 0, "\(rendered)")
            let shown = try await kiosk.start("till", ["inspect", "escpos", file]).end()
            let text = try await kiosk.till(words + ["--format", "text", "--out", "-"], reading: [])
            #expect(text.output.contains("ABGELEHNT") && shown.output.contains("ABGELEHNT"))
        }
    }

    /// Neither this printer nor any font of this machine has the letter.
    @Test func aLetterThatIsNotOnPaperAsItIsWrittenIsTold() async throws {
        try await Kiosk.run { kiosk in
            let sound = try String(contentsOf: URL(filePath: example("order")), encoding: .utf8)
            let file = kiosk.path("rare.json")
            try Data(sound.replacing("Cappuccino", with: "Cappuccino 𓀀").utf8).write(to: URL(filePath: file))
            for (format, tells) in [("escpos", true), ("png", true), ("text", false)] {
                let words = ["render", "receipt", file, "--format", format, "--out", kiosk.path("out")]
                let told = try await kiosk.till(words, reading: [])
                #expect(told.code == 0 && told.errors.contains("not on paper as they are written") == tells, "\(told)")
            }
        }
    }

    @Test func hostileTextIsNeverMarkup() async throws {
        try await Kiosk.run { kiosk in
            let sound = try String(contentsOf: URL(filePath: example("order")), encoding: .utf8)
            let hostile = sound.replacing("Cappuccino", with: "<script>alert(1)</script>\\u001b@&")
            let file = kiosk.path("hostile.json")
            try Data(hostile.utf8).write(to: URL(filePath: file))
            for format in ["html", "svg"] {
                let shown = try await kiosk.till("render", "receipt", file, "--format", format, "--out", "-")
                #expect(shown.code == 0, "\(shown)")
                #expect(!shown.output.contains("<script") && shown.output.contains("&lt;script&gt;alert(1)"))
            }
        }
    }

    @Test func whatIsNoReceiptIsRefusedByThePlaceOfItsMistake() async throws {
        try await Kiosk.run { kiosk in
            let sound = try String(contentsOf: URL(filePath: example("order")), encoding: .utf8)
            let file = kiosk.path("wrong.json")
            try Data(sound.replacing("\"quantity\" : 2", with: "\"quantity\" : \"two\"").utf8)
                .write(to: URL(filePath: file))
            let told = try await kiosk.till("render", "receipt", file, "--format", "text", "--out", "-")
            #expect(told.code == 65 && told.errors.contains("lines[0].quantity: it is of another type"), "\(told)")
        }
    }

    /// Width and height as encoded in a PNG header.
    private static func size(of file: URL) throws -> [UInt8] {
        Array(try Data(contentsOf: file).dropFirst(16).prefix(8))
    }

    /// The receipt is as large as the documentation shows it; the template names the file of its logo.
    @Test(arguments: [("order", "generic-80mm"), ("order-58mm", "generic-58mm")])
    func thePictureOfTheDocumentationIsMadeByTheCommandBesideIt(picture: String, profile: String) async throws {
        try await Kiosk.run { kiosk in
            let words = ["render", "receipt", example("order"), "--format", "png", "--profile", profile, "--template"]
            let drawn = try await kiosk.till(
                words + [Self.docs.appending(path: "shop.toml").path, "--out", kiosk.path("out.png")], reading: [])
            #expect(drawn.code == 0, "\(drawn)")
            let shown = Self.docs.deletingLastPathComponent().appending(path: "pictures/receipt-\(picture).png")
            #expect(try Self.size(of: URL(filePath: kiosk.path("out.png"))) == Self.size(of: shown))
        }
    }

    @Test func aTemplateWhoseLogoIsNoneIsRefusedByItsPlace() async throws {
        try await Kiosk.run { kiosk in
            let (template, logo) = (kiosk.path("receipt.toml"), kiosk.path("logo.png"))
            try Data("[order_receipt]\nlogo = \"\(logo)\"\n".utf8).write(to: URL(filePath: template))
            try Data("no picture".utf8).write(to: URL(filePath: logo))
            let words = ["render", "receipt", example("greek"), "--format", "text", "--out", "-", "--template"]
            let told = try await kiosk.till(words + [template], reading: [])
            #expect(told.code == 65 && told.errors.contains("\(template):2:8: error: the logo"), "\(told)")
            let folder = try await kiosk.till(words + ["/tmp"], reading: [])
            #expect(folder.code == 64 && folder.errors.contains("it is a folder"), "\(folder)")
        }
    }

    /// Every form of the receipt uses the template's words, font and dithering.
    @Test func aTemplatesWordsFontAndDitheringAreInEveryForm() async throws {
        try await Kiosk.run { kiosk in
            let template = kiosk.path("receipt.toml")
            let logo = Self.docs.appending(path: "logo.png").path
            func rendered(_ format: String, _ dithering: String) async throws -> String {
                let sheet = "logo = \"\(logo)\"\nlogo_dithering = \"\(dithering)\"\nfont = \"B\""
                try Data("[card_slip]\n\(sheet)\n[words]\ntotal = \"TO BE PAID\"\n".utf8)
                    .write(to: URL(filePath: template))
                let shown = try await kiosk.till(
                    ["render", "receipt", example("codes"), "--format", format, "--template", template, "--out", "-"],
                    reading: [])
                #expect(shown.code == 0, "\(shown)")
                return shown.output
            }
            for format in ["text", "html", "svg"] {
                #expect(try await rendered(format, "atkinson").contains("TO BE PAID"), "\(format)")
            }
            let text = try await rendered("text", "atkinson")
            #expect(text.contains("\n" + String(repeating: "-", count: 64) + "\n"), "\(text)")
            var drawn: Set<String> = []
            for dithering in ["floyd_steinberg", "atkinson", "ordered", "threshold"] {
                drawn.insert(try await rendered("html", dithering))
            }
            #expect(drawn.count == 4)
        }
    }

    /// The template named in a kiosk's configuration is checked with it, and lays out the kiosk's receipts.
    @Test func aKiosksTemplateIsCheckedAndUsed() async throws {
        try await Kiosk.run { kiosk in
            let (template, config) = (kiosk.path("receipt.toml"), kiosk.path("till.toml"))
            func write(_ text: String, _ file: String) throws { try Data(text.utf8).write(to: URL(filePath: file)) }
            try write("[shop]\nreceipt_template = \"\(template)\"\n", config)
            try write("[order_receipt]\nblocks = [\"merchnat\"]\n", template)
            let wrong = try await kiosk.till("config", "check", "--config", config)
            #expect(wrong.code == 65 && wrong.output.contains("\(template):2:11: error: there is no block"), "\(wrong)")
            let blocks = #"["merchant", "copy", "title", "references", "text:hello", "totals", "card"]"#
            try write("[order_receipt]\nblocks = \(blocks)\n[texts]\nhello = [\"Hallo hier!\"]\n", template)
            #expect(try await kiosk.till("config", "check", "--config", config).code == 0)
            let shown = try await kiosk.till(
                "render", "receipt", example("order"), "--format", "text", "--config", config, "--out", "-")
            #expect(shown.output.contains("Hallo hier!") && !shown.output.contains("Longjing"), "\(shown)")
            let paid = try await kiosk.till(
                "demo", "--reader", "simulated", "--config", config, "--out", kiosk.path("o"))
            #expect(paid.code == 0 && paid.output.contains("Hallo hier!"), "\(paid)")
        }
    }
}
