import Failures
import Flow
import Foundation
import LogEvents
import Logging
import Model
import Testing

@testable import Logbook

@Suite struct SystemdJournalTests {
    /// A logbook under systemd, which connects standard error to its journal.
    private func logbook(
        _ world: VirtualWorld, socket: String, errors: Pipe, more: [String: String] = [:]
    ) -> Environment {
        let descriptor = errors.fileHandleForWriting.fileDescriptor
        let variables = journalVariables(descriptor, socket: socket).merging(more) { $1 }
        return world.environment.logging(
            to: Logbook(variables: variables, errors: descriptor, environment: world.environment))
    }

    private func read(_ pipe: Pipe) throws -> String {
        try pipe.fileHandleForWriting.close()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test func anEntryArrivesAsFields() throws {
        let (world, journal, errors) = (VirtualWorld(), try FakeJournal(), Pipe())
        let environment = logbook(world, socket: journal.path, errors: errors)
        environment.log(
            .paymentInDoubt, .payment(PaymentID(rawValue: "pay-7K3M9Q2FA1")), .order("1042"),
            .device(DeviceAddress(scheme: "serial", path: "/dev/ttyUSB0")),
            .failure(Failure(LineFailure.unplugged, "The line broke.", recovery: .retry)))
        world.run()
        #expect(
            journal.fields() == [
                "MESSAGE": "A transaction is in doubt; it must not be begun again: The line broke.", "PRIORITY": "3",
                "MESSAGE_ID": LoggedEvent.paymentInDoubt.messageID, "EVENT": "payment.inDoubt",
                "SYSLOG_IDENTIFIER": "till", "PAYMENT_ID": "pay-7K3M9Q2FA1", "ORDER_ID": "1042",
                "DEVICE": "serial:/dev/ttyUSB0", "CODE": "line.unplugged",
            ])
        #expect(try read(errors).isEmpty)
    }

    @Test func aValueOfSeveralLinesHasItsLengthBeforeIt() throws {
        let (world, journal, errors) = (VirtualWorld(), try FakeJournal(), Pipe())
        let environment = logbook(world, socket: journal.path, errors: errors)
        environment.log(.paymentStep, .words("first\nFORGED=1\n\nlast\u{1B}"))
        world.run()
        let datagram = try #require(journal.datagram())
        let value = #"first\#nFORGED=1\#n\#nlast\u{1B}"#
        let expected =
            Array("WORDS\n".utf8) + [UInt8(value.utf8.count), 0, 0, 0, 0, 0, 0, 0] + Array("\(value)\n".utf8)
        #expect(datagram.firstRange(of: expected) != nil)
        environment.log(.paymentStep, .words("first\nFORGED=1\n\nlast\u{1B}"))
        world.run()
        let fields = try #require(journal.fields())
        #expect(fields["WORDS"] == value && fields["FORGED"] == nil)
    }

    @Test func aJournalThatDoesNotListenGetsLinesWithTheirPriority() throws {
        let (world, errors) = (VirtualWorld(), Pipe())
        let environment = logbook(world, socket: "/nonexistent/socket", errors: errors)
        environment.log(.paymentDisturbed, .words("a\nb"))
        environment.log(.signedIn)
        world.run()
        #expect(
            try read(errors) == """
                <4>Payment disturbed: a\\nb [payment.disturbed]
                <6>Signed in [session.signedIn]

                """)
    }

    @Test func cardDataIsWithheldFromTheJournalToo() throws {
        let (world, journal, errors) = (VirtualWorld(), try FakeJournal(), Pipe())
        let environment = logbook(world, socket: journal.path, errors: errors)
        environment.log(.paymentStep, .words("4111-1111-1111-1111"))
        environment.log(.paymentStep, .words("\(Array("4111111111111111".utf8))"))
        world.run()
        #expect(journal.fields()?["WORDS"] == "****-****-****-1111")
        let withheld = try #require(journal.fields())
        #expect(withheld["EVENT"] == "log.withheld" && withheld["COUNT"] == "1" && withheld["WORDS"] == nil)
    }

    @Test func aRedirectedErrorOutputIsNotTheJournals() throws {
        let (world, journal, errors) = (VirtualWorld(), try FakeJournal(), Pipe())
        let environment = logbook(
            world, socket: journal.path, errors: errors, more: ["JOURNAL_STREAM": "1:2", "TILL_LOG": "info"])
        environment.log(.signedIn)
        world.run()
        #expect(journal.datagram() == nil)
        #expect(try read(errors).contains("info: Signed in"))
    }

    @Test func underSystemdTheLevelIsInfoAndElsewhereWarning() throws {
        let (world, journal, errors) = (VirtualWorld(), try FakeJournal(), Pipe())
        let under = logbook(world, socket: journal.path, errors: errors)
        under.log(.programStarted)
        under.log(.paymentProgress)
        world.run()
        #expect(journal.fields()?["EVENT"] == "program.started")
        #expect(journal.fields() == nil)
        let interactive = Pipe()
        let elsewhere = world.environment.logging(
            to: Logbook(
                variables: [:], errors: interactive.fileHandleForWriting.fileDescriptor, environment: world.environment)
        )
        elsewhere.log(.signedIn)
        world.run()
        #expect(try read(interactive).isEmpty)
    }

    @Test(arguments: [
        ("request-id", "REQUEST_ID"), ("_TRUSTED", "TRUSTED"), ("9lives", "LIVES"), ("", "FIELD"), ("ü", "FIELD"),
    ])
    func aLibrarysFieldGetsANameTheJournalTakes(name: String, journalName: String) {
        #expect(LogRecord.journalName(name) == journalName)
    }

    @Test func aValueIsCutAtItsLimit() throws {
        let (world, journal, errors) = (VirtualWorld(), try FakeJournal(), Pipe())
        let environment = logbook(world, socket: journal.path, errors: errors)
        environment.log(.paymentStep, .words(String(repeating: "x", count: 3 * SystemdJournalSink.longestValue)))
        world.run()
        #expect(journal.fields()?["WORDS"]?.utf8.count == SystemdJournalSink.longestValue)
    }
}
