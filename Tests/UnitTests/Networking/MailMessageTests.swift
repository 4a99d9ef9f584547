import Flow
import Foundation
import Model
import Testing

@testable import Networking

@Suite struct MailMessageTests {
    private func message(
        subject: String = "Receipt rcp-1", sender: String = "Kiosk", file: String = "receipt-1042.pdf",
        text: String = "hello"
    ) throws -> MailMessage {
        MailMessage(
            id: "mail-7K3M9Q2FA1", from: try #require(MailAddress("kasse@example.org")), sender: sender,
            to: try #require(MailAddress("anna@example.net")), subject: subject,
            date: Date(timeIntervalSince1970: 1_795_295_045), text: text, page: "<p>hello</p>",
            file: MailMessage.File(name: file, type: "application/pdf", bytes: Array("%PDF-1.7".utf8)))
    }

    /// Reads a message with Python's mail parser, which shares no code with Till.
    private func read(_ message: MailMessage) throws -> [String: String] {
        let script = """
            import email, email.policy, json, sys
            m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
            out = {k.lower(): str(v) for k, v in m.items()}
            out["defects"] = str([d for p in m.walk() for d in p.defects])
            out["parts"] = " ".join(p.get_content_type() for p in m.walk())
            out["text"] = m.get_body(("plain",)).get_content()
            out["html"] = m.get_body(("html",)).get_content()
            f = list(m.iter_attachments())[0]
            out["file"] = f.get_filename() + " " + f.get_content().decode()
            json.dump(out, open(sys.argv[1], "w"))
            """
        let file = NSTemporaryDirectory() + Environment.live.newID("till-mail")
        defer { try? FileManager.default.removeItem(atPath: file) }
        let end = PipedProgram.run(
            "/usr/bin/python3", ["-c", script, file], input: message.bytes,
            until: Environment.live.uptime() + .seconds(60), uptime: Environment.live.uptime)
        #expect(end.way == .exited(0), "\(end)")
        return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: file)))
    }

    private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    @Test(.enabled(if: hasPython, "there is no /usr/bin/python3"))
    func othersReadWhatWasWritten() throws {
        let read = try read(
            message(subject: "Beleg rcp-1, Bäckerei Größ & Söhne", sender: "Bäckerei Größ", text: "5,00 €"))
        #expect(read["defects"] == "[]")
        #expect(read["parts"] == "multipart/mixed multipart/alternative text/plain text/html application/pdf")
        #expect(read["subject"] == "Beleg rcp-1, Bäckerei Größ & Söhne")
        #expect(read["from"] == "Bäckerei Größ <kasse@example.org>" && read["to"] == "anna@example.net")
        #expect(read["date"] == "Sat, 21 Nov 2026 21:04:05 +0000")
        #expect(read["message-id"] == "<mail-7K3M9Q2FA1@example.org>")
        #expect(read["text"] == "5,00 €" && read["html"] == "<p>hello</p>")
        #expect(read["file"] == "receipt-1042.pdf %PDF-1.7")
    }

    @Test(
        .enabled(if: hasPython, "there is no /usr/bin/python3"),
        arguments: [
            "Receipt\r\nBcc: eve@example.org", "a\nb", "=?UTF-8?B?QQ==?=", String(repeating: "Größe ", count: 60),
            String(repeating: "x", count: 300), "龙井茶 👩‍👩‍👧‍👦 " + String(repeating: "茶", count: 80),
            "a\"b<c>@d, e;\u{0}\u{1B}[31m", " x",
        ])
    func noTextBecomesAHeader(hostile: String) throws {
        let read = try read(message(subject: hostile, sender: hostile))
        #expect(read["bcc"] == nil && read["defects"] == "[]")
        #expect(read.count == 13, "\(read.keys.sorted())")
        let clean = String(
            String.UnicodeScalarView(
                hostile.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        #expect(read["subject"] == clean)
        #expect(read["from"]?.hasSuffix("<kasse@example.org>") == true)
    }

    @Test func noLineIsLongerThanAMailSystemTakes() throws {
        let long = String(repeating: "Größe 茶", count: 500)
        let lines = try message(subject: long, sender: long, text: long).bytes.split(separator: 0x0A)
        #expect(lines.allSatisfy { $0.count <= 100 })
        #expect(lines.allSatisfy { $0.allSatisfy { (0x20...0x7E).contains($0) } })
    }

    @Test func theNameOfAFileIsLettersDigitsAndDots() throws {
        #expect(try message(file: "a/b\"\r\n;ü.pdf").file.name == "a-b----.pdf")
    }

    @Test func theSameIsTheSameMessage() throws {
        #expect(try message().bytes == message().bytes)
    }
}
