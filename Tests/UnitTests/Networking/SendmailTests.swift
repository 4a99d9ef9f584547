import Flow
import Foundation
import Model
import Testing

@testable import Networking

/// Shell scripts that stand for the mail system's program and behave badly, each in a directory of its own.
@Suite struct SendmailTests {
    private let directory = NSTemporaryDirectory() + Environment.live.newID("till-sendmail")

    private func message(bytes: Int = 100) throws -> MailMessage {
        MailMessage(
            id: "mail-1", from: try #require(MailAddress("kasse@example.org")), sender: "Kiosk",
            to: try #require(MailAddress("anna@example.net")), subject: "Receipt", date: .distantPast, text: "hello",
            page: "",
            file: MailMessage.File(name: "a.pdf", type: "application/pdf", bytes: Array(repeating: 65, count: bytes)))
    }

    private func send(
        _ script: String, _ message: MailMessage, limit: Duration = .seconds(30)
    ) async throws -> MailTransferEnd {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/sendmail"
        try Data(script.utf8).write(to: URL(filePath: directory + "/script"))
        let fixture = URL(filePath: #filePath).appending(path: "../../../Fixtures/sendmail").standardized.path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: fixture)
        return await Sendmail(path, limit: limit, environment: .live).send(message)
    }

    private func code(_ end: MailTransferEnd) -> String? {
        switch end {
        case .taken: nil
        case .refused(let failure): "refused \(failure.code) \(failure.recovery)"
        case .unknown(let failure): "unknown \(failure.code)"
        }
    }

    /// The script itself reports a wrong message, because nothing can be checked after it has ended.
    @Test func itGetsTheWholeMessageAndTheEnvelopeAndNothingElse() async throws {
        let big = try message(bytes: 300_000)
        let check = """
            [ "$*" = "-i -odb -f kasse@example.org -- anna@example.net" ] || exit 64
            [ "$(wc -c)" -eq \(big.bytes.count) ] || exit 65
            [ "$(ls /proc/self/fd | wc -l)" -le 4 ] || exit 70
            [ -z "$TILL_SECRET" ] || exit 77
            """
        setenv("TILL_SECRET", "x", 1)
        let end = try await send(check, big)
        #expect(end == .taken, "\(end)")
    }

    @Test(arguments: [
        (67, "refused mail.refused giveUp"), (65, "refused mail.refused giveUp"), (75, "refused mail.system retry"),
        (71, "refused mail.system retry"), (78, "refused mail.system askOperator"),
        (1, "refused mail.system askOperator"),
        (127, "refused mail.system askOperator"),
    ])
    func itsExitCodeSaysWhetherToTryAgain(exit: Int, meaning: String) async throws {
        #expect(code(try await send("cat > /dev/null; exit \(exit)", message())) == meaning)
    }

    @Test func whatItSaysIsTheCause() async throws {
        let end = try await send("cat > /dev/null; echo 'no such user' >&2; echo again; exit 67", message())
        guard case .refused(let failure) = end else { return #expect(Bool(false), "\(end)") }
        #expect(failure.causes == ["no such user; again"])
    }

    @Test func oneThatIsNotThereIsNamed() async throws {
        let end = await Sendmail("/nowhere/sendmail", environment: .live).send(try message())
        guard case .refused(let failure) = end else { return #expect(Bool(false), "\(end)") }
        #expect(failure.recovery == .askOperator && failure.sentence.contains("/nowhere/sendmail"))
    }

    /// Its output would fill the pipe long before the end if nobody read it.
    @Test func oneThatTalksWithoutEndIsHeardToTheEnd() async throws {
        let end = try await send("yes complaint | head -c 5000000 >&2; cat > /dev/null; exit 75", message())
        guard case .refused(let failure) = end else { return #expect(Bool(false), "\(end)") }
        #expect(failure.causes.joined().utf8.count <= 2 * PipedProgram.mostSaid)
    }

    @Test func whoHangsWithTheWholeMessageIsInDoubt() async throws {
        let end = try await send("cat > /dev/null; exec tail -f /dev/null", message(), limit: .seconds(2))
        #expect(code(end) == "unknown mail.unknown")
    }

    /// The program never reads the end of the message, so it cannot have sent it.
    @Test func whoHangsBeforeItHasReadTheMessageHasNotSentIt() async throws {
        let end = try await send("exec tail -f /dev/null", message(bytes: 300_000), limit: .seconds(2))
        #expect(code(end) == "refused mail.system retry")
    }

    @Test func whoIsKilledWithTheWholeMessageIsInDoubt() async throws {
        let end = try await send("cat > /dev/null; kill -9 $$", message())
        #expect(code(end) == "unknown mail.unknown", "\(end)")
    }

    /// Under a parent that ignores the ends of its children, the end of the program is unknown. It never counts as
    /// accepted.
    @Test(arguments: [true, false])
    func whoseEndIsNotSeenIsInDoubt(wasGivenAll: Bool) {
        let end = Sendmail.meaning(of: .init(way: .unseen, wasGivenAll: wasGivenAll, said: ""), "/usr/sbin/sendmail")
        #expect(code(end) == "unknown mail.unknown", "\(end)")
    }

    @Test func whoIsKilledBeforeItHasReadTheMessageHasNotSentIt() async throws {
        #expect(code(try await send("kill -9 $$", message(bytes: 300_000))) == "refused mail.system retry")
    }

    @Test func whoSaysDoneWithoutHavingReadItIsInDoubt() async throws {
        #expect(code(try await send("exit 0", message(bytes: 300_000))) == "unknown mail.unknown")
    }

    /// A process that the program leaves behind keeps its output open for ever. Only the end of the program itself
    /// counts.
    @Test func whatItLeavesRunningIsNotWaitedFor() async throws {
        let end = try await send("cat > /dev/null; (sleep 30 &) ; exit 0", message(), limit: .seconds(20))
        #expect(end == .taken)
    }
}
