import Foundation
import Glibc
import Testing

/// `till.toml` as a merchant meets it: from the command line.
@Suite struct ConfigurationTests {
    @Test func theMistakesOfAConfigurationAreNamedAndStopAPaymentBeforeAnythingHappens() async throws {
        try await Kiosk.run { kiosk in
            let file = try kiosk.configure("[shop]\nlangauge = \"de\"\n[policy]\ngive_up_after = \"soon\"")
            let first = "\(file):2:1: error: shop has no option langauge; did you mean language?"
            let second = "\(file):4:17: error: give_up_after takes a whole number from 1 to 86400 seconds, not \"soon\""

            let check = try await kiosk.till("config", "check")
            #expect(check.code == 65)
            #expect(check.output == "\(first)\n\(second)\n")

            let pay = try await kiosk.pay()
            #expect(pay.code == 65)
            #expect(pay.errors.contains(first) && pay.errors.contains(second))
            #expect(!FileManager.default.fileExists(atPath: kiosk.data))

            let inspect = try await kiosk.till("inspect", "zvt", "060000")
            #expect(inspect.code == 0)
        }
    }

    @Test func whatIsCheckedIsAlsoADocument() async throws {
        try await Kiosk.run { kiosk in
            let file = try kiosk.configure("[shop]\nlangauge = \"de\"")
            let check = try await kiosk.till("config", "check", "--json")
            #expect(check.code == 65)
            let document = try #require(
                try JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [String: Any])
            #expect(document["ok"] as? Bool == false)
            let problem = try #require((document["problems"] as? [[String: Any]])?.first)
            let place = try #require(problem["place"] as? [String: Any])
            #expect(place["file"] as? String == file)
            #expect(place["line"] as? Int == 2)
            #expect(place["column"] as? Int == 1)
        }
    }

    @Test(arguments: ["missing", "text", "long", "folder", "picture"])
    func theKiosksLogoIsLookedAt(_ what: String) async throws {
        try await Kiosk.run { kiosk in
            let logo = kiosk.path("logo.png")
            let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            let reason: String
            switch what {
            case "missing": reason = "no such file or directory"
            case "text":
                try Data("<svg/>".utf8).write(to: URL(filePath: logo))
                reason = "it is no PNG, JPEG, GIF or WebP picture"
            case "long":
                try Data(picture + Array(repeating: 0, count: 512 * 1024)).write(to: URL(filePath: logo))
                reason = "512 KiB are the most"
            case "folder":
                mkdir(logo, 0o700)
                reason = "it is no file"
            default:
                try Data(picture).write(to: URL(filePath: logo))
                reason = ""
            }
            let file = try kiosk.configure("[kiosk]\nlogo = \"\(logo)\"")
            let check = try await kiosk.till("config", "check")
            #expect(check.code == 0, "\(check)")
            let warning = "\(file):2:8: warning: The kiosk cannot show its logo \(logo): "
            #expect(check.output.contains(warning) == !reason.isEmpty, "\(check)")
            #expect(reason.isEmpty || check.output.contains(reason), "\(check)")
            let doctor = try await kiosk.till("doctor")
            #expect(doctor.output.contains("warning  kiosk.logo") == !reason.isEmpty, "\(doctor)")
        }
    }

    @Test func whatIsShownIsAConfigurationThatShowsTheSame() async throws {
        try await Kiosk.run { kiosk in
            let file = try kiosk.configure(
                "[shop]\nname = \"Eis \\\"Süß\\\"\"\n[[readers]]\nname = \"front\"\naddress = \"serial:/dev/null\"")
            let values = { (ending: Ending) in
                ending.output.split(separator: "\n").map { $0.prefix { $0 != "#" } }
            }
            let shown = try await kiosk.till("config", "show", environment: ["TILL_SHOP_LANGUAGE": "de"])
            #expect(shown.code == 0)
            #expect(shown.output.contains("# TILL_SHOP_LANGUAGE"))
            #expect(shown.output.contains("# \(file):2:8"))
            try kiosk.configure(shown.output)
            let again = try await kiosk.till("config", "show")
            #expect(values(again) == values(shown))
        }
    }

    @Test func aPaymentTakesItsDevicesItsLanguageAndItsCopiesFromTheConfiguration() async throws {
        try await Kiosk.run { kiosk in
            try kiosk.configure(
                """
                [shop]
                name = "Eisdiele Venezia"
                language = "de"
                footer = ["Bis bald!"]
                [policy]
                reader = "front"
                [[readers]]
                name = "unused"
                address = "serial:/dev/till/none"
                [[readers]]
                name = "front"
                address = "serial:\(kiosk.readerLink)"
                baud = 115200
                [[printers]]
                name = "counter"
                address = "serial:\(kiosk.printerLink)"
                baud = 115200
                copies = ["customer"]
                """)
            try await kiosk.startTerminal()
            try await kiosk.startPrinter()
            let paid = try await kiosk.till("pay", "--order", "1042")
            #expect(paid.code == 0, "\(paid)")
            let pages = try kiosk.pages()
            #expect(pages.count == 1)
            #expect(pages.first?.says("Eisdiele Venezia") == true)
            #expect(pages.first?.says("Bis bald!") == true)
            #expect(pages.first?.says("KUNDENBELEG") == true)

            let merchants = try await kiosk.till("reprint", "last", "--copy", "merchant", "--printer", "counter")
            #expect(merchants.code == 0, "\(merchants)")
            #expect(try kiosk.pages().count == 2)
        }
    }

    @Test func aNameThatNoReaderHasIsAMistakeOfUseThatTellsTheNamesThereAre() async throws {
        try await Kiosk.run { kiosk in
            try kiosk.configure("[[readers]]\nname = \"front\"\naddress = \"serial:/dev/null\"")
            let pay = try await kiosk.till(
                "pay", "--amount", "1.00", "--reader", "fornt", "--printer", "file:/dev/null")
            #expect(pay.code == 64)
            #expect(pay.errors.contains("configured are: front"))
        }
    }
}

extension Kiosk {
    /// Writes the kiosk's configuration where every command finds it, and returns its path.
    @discardableResult
    func configure(_ text: String) throws -> String {
        let folder = path("home/config/till")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/till.toml"
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }
}
