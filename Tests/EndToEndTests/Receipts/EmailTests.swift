import Foundation
import Testing

/// `till receipts email`, through a mail system that is a script.
@Suite struct EmailTests {
    private struct Mail: Decodable {
        let mail: String
        let state: String
        let failure: String?
    }

    private func email(_ kiosk: Kiosk, _ address: String = "anna@example.net") async throws -> Ending {
        try await kiosk.till("receipts", "email", "1042", address)
    }

    @Test func aReceiptIsHandedOverAsAPageAndAPDF() async throws {
        try await Kiosk.run { kiosk in
            try kiosk.installMail("cat > mail.$$")
            try await kiosk.paidDemo()
            let sent = try await email(kiosk)
            #expect(sent.code == 0 && sent.output.contains("handed to the mail system"), "\(sent)")
            let messages = try kiosk.messages()
            let message = try #require(messages.first)
            #expect(messages.count == 1)
            for part in ["To: <anna@example.net>", "text/html", "application/pdf", "JVBERi0", "Message-ID: <mail-"] {
                #expect(message.contains(part), "\(message.prefix(1000))")
            }
            let waiting = try await kiosk.till("receipts", "email", "--waiting", "--json")
            #expect(waiting.code == 0 && waiting.output == "[]\n", "\(waiting)")
        }
    }

    @Test(.onlyByItself("a service hands waiting e-mails over at its start"))
    func whatIsNotTakenNowWaitsAndIsSentByTheNextTry() async throws {
        try await Kiosk.run { kiosk in
            try kiosk.installMail("exit 75")
            try await kiosk.paidDemo()
            let first = try await email(kiosk)
            #expect(first.code == 75 && first.errors.contains("mail.system"), "\(first)")
            try kiosk.installMail("cat > mail.$$")
            let second = try await kiosk.till("receipts", "email", "--waiting", "--json")
            #expect(try kiosk.decode([Mail].self, second).map(\.state) == ["sent"], "\(second)")
            #expect(try kiosk.messages().count == 1)
        }
    }

    @Test func whatMayHaveBeenSentIsInDoubtAndNotSentAgain() async throws {
        try await Kiosk.run { kiosk in
            try kiosk.installMail("cat > mail.$$; kill -9 $$")
            try await kiosk.paidDemo()
            let doubt = try await email(kiosk)
            #expect(doubt.code == 5 && doubt.errors.contains("nobody knows"), "\(doubt)")
            #expect(try await kiosk.till("receipts", "email", "--waiting").code == 0)
            #expect(try kiosk.messages().count == 1)
        }
    }

    @Test func whatCannotBeSentIsSaidBeforeAnythingIsKept() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.paidDemo()
            let off = try await email(kiosk)
            #expect(off.code == 64 && off.errors.contains("from in [email]"), "\(off)")
            try kiosk.installMail("cat > mail.$$; exit 67")
            let wrong = try await email(kiosk, "Anna <anna@example.net>")
            #expect(wrong.code == 64 && wrong.errors.contains("mail.badAddress"), "\(wrong)")
            let unknown = try await kiosk.till("receipts", "email", "4711", "anna@example.net")
            #expect(unknown.code == 7, "\(unknown)")
            #expect(try kiosk.messages().isEmpty)
            let refused = try await email(kiosk)
            #expect(refused.code == 65 && refused.errors.contains("mail.refused"), "\(refused)")
        }
    }
}

extension Kiosk {
    /// Installs this script as the mail system, and a configuration that uses it.
    fileprivate func installMail(_ script: String) throws { try configure(try MailSystem(of: self, script).table) }

    /// The messages handed to the mail system.
    fileprivate func messages() throws -> [String] { try MailSystem.messages(of: self) }
}
