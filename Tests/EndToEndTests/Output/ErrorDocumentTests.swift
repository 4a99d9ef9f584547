import Foundation
import Simulator
import Testing

/// With `--json`, a command that fails reports the error in one document, as it does in words without.
@Suite struct ErrorDocumentTests {
    private struct Document: Decodable {
        struct Content: Decodable {
            let code: String
            let sentence: String
            let remedy: String?
            let causes: [String]
        }

        let error: Content
    }

    @Test(arguments: [
        (["receipts", "show", "nope"], "receipt.notFound", Int32(7)), (["why", "nope"], "payment.notFound", 7),
        (["pay", "--amount", "abc"], "usage.amount", 64),
        (["pay", "--amount", "3", "--reader", "nowhere"], "device.unknownScheme", 64),
        (["reprint", "last", "--printer", "serial:/nowhere"], "line.notFound", 6),
        (["receipts", "print", "last", "--printer", "serial:/nowhere"], "receipt.printedBefore", 8),
        (["inspect", "zvt", "06 0F"], "input.malformed", 65),
        (["inspect", "escpos", "/nowhere"], "usage.cannotRead", 64),
        (["printers", "status", "--printer", "usb:zz"], "line.badAddress", 64),
        (["pay"], "usage.arguments", 64), (["pay", "--amount", "3", "--what"], "usage.arguments", 64),
        (["receipts", "show"], "usage.arguments", 64), (["receipts", "list", "--limit", "0"], "usage.arguments", 64),
    ])
    func whatWentWrongIsADocument(words: [String], code: String, exit: Int32) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let store = words.first == "inspect" ? [] : ["--data", kiosk.data]
            let told = try await kiosk.start("till", words + store + ["--json"]).end()
            #expect(told.code == exit, "\(told)")
            let error = try JSONDecoder().decode(Document.self, from: Data(told.output.utf8)).error
            #expect(error.code == code, "\(told)")
            #expect(!error.sentence.isEmpty && told.errors.contains(error.sentence), "\(told)")
            let inWords = try await kiosk.start("till", words + store).end()
            #expect(inWords.code == exit && inWords.output.isEmpty, "\(inWords)")
        }
    }

    /// The document of the result already tells of its failure.
    @Test func thereIsOneDocument() async throws {
        struct Verdict: Decodable { let intact: Bool }
        try await Kiosk.run { kiosk in
            try kiosk.configure("[shop]\nlangauge = \"de\"")
            let check = try await kiosk.till("config", "check", "--json")
            #expect(check.code == 65 && !check.output.contains("\"error\""), "\(check)")
            let pay = try await kiosk.till("pay", "--amount", "3", "--json")
            let error = try JSONDecoder().decode(Document.self, from: Data(pay.output.utf8)).error
            #expect(pay.code == 65 && error.code == "config.invalid" && error.causes.count == 1, "\(pay)")
        }
    }

    @Test func aCardNumberIsInNoDocument() async throws {
        try await Kiosk.run { kiosk in
            for words in [["pay", "--order", "4111111111111111x"], ["receipts", "show", "4111 1111 1111 1111"]] {
                let told = try await kiosk.startTill(words + ["--json"]).end()
                #expect(told.output.contains("\"error\""), "\(told)")
                #expect(!told.output.contains("4111111111111111") && !told.output.contains("1111 1111"), "\(told)")
            }
        }
    }

    // MARK: Arguments that are refused

    @Test(arguments: [["--data", ""], ["--config", ""]])
    func anEmptyNameIsNoFolderAndNoFile(option: [String]) async throws {
        try await Kiosk.run { kiosk in
            let folder = kiosk.path("here")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let words = [Programs.path("till"), "whoami"] + option
            let told = try await kiosk.start(
                "/bin/sh", ["-c", #"cd "$1" && shift && exec "$@""#, "sh", folder] + words
            ).end()
            #expect(told.code == 64 && told.errors.contains("\(option[0]) names a"), "\(told)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test(arguments: ["usb:zz", "tcp:h:99999", "tcp:", "serial:/x?baud=123", "usb:1:2?protocol=x"])
    func anAddressThatIsNoneIsAMistakeOfTheCommandLine(address: String) async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            let paper = "file:" + kiosk.path("paper")
            for words in [
                ["printers", "status", "--printer", address], ["readers", "status", "--reader", address],
                ["pay", "--order", "1042", "--reader", kiosk.reader, "--printer", address],
                ["pay", "--order", "1042", "--reader", address, "--printer", paper],
            ] {
                let told = try await kiosk.startTill(words).end()
                #expect(told.code == 64, "\(words): \(told)")
            }
            #expect(try !kiosk.hasPaid())
        }
    }
}

extension Kiosk {
    fileprivate func hasPaid() throws -> Bool {
        let file = path("terminal-data/" + TerminalJournalFile.name)
        guard FileManager.default.fileExists(atPath: file) else { return false }
        return try !terminalJournal().standingCharges.isEmpty
    }
}
