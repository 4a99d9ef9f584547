import Foundation
import Glibc
import Testing

/// The wrong thing on the port: Till says what it found and what to do, and charges nothing.
@Suite struct InputHostileLineTests {
    static let kinds: [(InputHostileDevice.Kind, [String])] = [
        (.ecr17, ["ECR17", "reader.foreignProtocol", "acquirer"]),
        (.pipeSeparated, ["VER|APP", "reader.foreignProtocol", "acquirer"]),
        (.chatter, ["not ZVT", "reader.foreignProtocol", "speed"]),
        (.endlessBytes, ["not ZVT", "reader.foreignProtocol", "speed"]),
        (.refusesEveryBlock, ["none of three transmissions", "reader.transmission", "cable"]),
        (.damagesEveryBlock, ["Three blocks in a row came damaged", "reader.transmission", "cable"]),
        (.acknowledgesAndIsSilent, ["did not answer", "reader.noAnswer"]),
    ]

    @Test(arguments: kinds)
    func portalum39_whatIsNoTerminalIsNamedWithWhatToCheck(_ kind: InputHostileDevice.Kind, _ words: [String])
        async throws
    {
        try await Kiosk.run { kiosk in
            let device = try InputHostileDevice.plugged(kind, into: kiosk)
            let ending: Ending
            do { ending = try await kiosk.startTill(kiosk.paymentToFile()).end() } catch {
                device.stop()
                throw error
            }
            device.stop()
            #expect(ending.code == 6 && ending.output.isEmpty, "\(ending)")
            for word in words { #expect(ending.errors.contains(word), "\(word): \(ending)") }
            #expect(try await kiosk.order().status == "pending")
        }
    }

    @Test(arguments: [InputHostileDevice.Kind.ecr17, .chatter, .acknowledgesAndIsSilent])
    func whatIsNoTerminalIsNotDiagnosed(_ kind: InputHostileDevice.Kind) async throws {
        try await Kiosk.run { kiosk in
            let device = try InputHostileDevice.plugged(kind, into: kiosk)
            let ending: Ending
            do { ending = try await kiosk.till("readers", "diagnose", "--reader", kiosk.reader) } catch {
                device.stop()
                throw error
            }
            device.stop()
            #expect(ending.code == 6 && ending.output.isEmpty, "\(ending)")
            #expect(try await kiosk.till("readers", "profile", "--reader", kiosk.reader).code == 7, "nothing is kept")
        }
    }

    @Test(arguments: [
        ("serial:/dev/null", "line.notATerminal", "/dev/null is not a serial line"),
        ("serial:/tmp", "line.notATerminal", "/tmp is not a serial line"),
        ("serial:/dev/no-such-line", "line.notFound", "There is no /dev/no-such-line"),
        ("serial:/etc/passwd/x", "line.notFound", "There is no /etc/passwd/x"),
    ])
    func aPathThatIsNoLineIsNamed(_ reader: String, _ code: String, _ sentence: String) async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.startTill(kiosk.paymentToFile(reader: reader)).end()
            #expect(ending.code == 6 && ending.output.isEmpty, "\(ending)")
            #expect(ending.errors.contains(code) && ending.errors.contains(sentence), "\(ending)")
        }
    }

    @Test(arguments: ["", "serial:", "tcp:", "/dev/ttyUSB0", "serial:/dev/null?baud=3", "serial:/dev/null?x=1"])
    func anAddressThatIsNoneIsAMistakeOfUse(_ reader: String) async throws {
        try await Kiosk.run { kiosk in
            let ending = try await kiosk.startTill(kiosk.paymentToFile(reader: reader)).end()
            #expect(ending.code == 64 && ending.output.isEmpty, "\(ending)")
            #expect(
                ending.errors.split(separator: "\n").count >= 2, "what is wrong, and what would be right: \(ending)")
        }
    }

    @Test(
        .enabled(if: InputNobody.isPossible, "root alone can become a user without permission, or setpriv is missing"))
    func aPortWithoutPermissionIsNamedWithTheWayOut() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal()
            let line = try #require(realpath(kiosk.readerLink, nil).map { String(cString: $0) })
            #expect(chmod(line, 0o600) == 0 && chmod(kiosk.directory, 0o755) == 0)
            let data = kiosk.path("nobody")
            #expect(mkdir(data, 0o777) == 0 && chown(data, InputNobody.id, InputNobody.id) == 0)
            let payment = [
                "pay", "--order", "1042", "--reader", kiosk.reader, "--printer", "file:\(data)/paper.bin", "--data",
                data,
            ]
            let command = InputNobody.command + [Programs.path("till")] + payment
            let ending = try await kiosk.start(command[0], Array(command.dropFirst())).end()
            #expect(ending.code == 6, "\(ending)")
            #expect(ending.errors.contains("Permission denied on"), "\(ending)")
            #expect(ending.errors.contains("udev/70-till.rules"), "\(ending)")
            #expect(try kiosk.terminalJournal().requests.isEmpty)
        }
    }

    @Test func aSecondTillOnTheSamePortLeavesTheFirstPaymentAlone() async throws {
        try await Kiosk.run { kiosk in
            let terminal = try await kiosk.startTerminal(Kiosk.patient)
            let first = try await kiosk.startTill(kiosk.paymentToFile())
            try await first.says("insert the card", stopping: terminal)
            try await terminal.standsStill {
                let sameData = try await kiosk.startTill(kiosk.paymentToFile(of: 1043)).end()
                #expect(sameData.code == 75 && sameData.errors.contains("wait until it has ended"), "\(sameData)")
                let otherData = try await kiosk.start(
                    "till", kiosk.paymentToFile(of: 1043) + ["--data", kiosk.path("other")]
                ).end()
                #expect(otherData.code == 6 && otherData.errors.contains("in use by process"), "\(otherData)")
            }
            let paid = try await first.end()
            #expect(paid.code == 0, "\(paid)")
            #expect(try kiosk.terminalJournal().requests.count == 1)
            try await kiosk.expectTheTruth(charges: 1, paid)
        }
    }
}

/// A user without permissions.
enum InputNobody {
    static let id: uid_t = 65_534
    static let command = [
        "/usr/bin/setpriv", "--reuid", String(id), "--regid", String(id), "--clear-groups",
    ]

    /// Whether the test can run as that user, and the user can reach our program.
    static let isPossible: Bool = {
        var folder = URL(fileURLWithPath: Programs.path("till")).deletingLastPathComponent().path
        while folder != "/" {
            var found = stat()
            guard stat(folder, &found) == 0, found.st_mode & 0o001 != 0 else { return false }
            folder = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        }
        return getuid() == 0 && access(command[0], X_OK) == 0
    }()
}

extension Kiosk {
    /// The arguments of a payment whose receipts go to a file, so that no printer has to be started.
    func paymentToFile(of order: Int = 1042, reader: String? = nil) -> [String] {
        [
            "pay", "--order", String(order), "--reader", reader ?? self.reader, "--printer",
            "file:" + path("paper.bin"), "--give-up-after", "10",
        ]
    }
}
