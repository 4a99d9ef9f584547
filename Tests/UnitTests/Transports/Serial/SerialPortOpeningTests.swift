import Flow
import Foundation
import Glibc
import Hardware
import Model
import Testing

@testable import Transports

/// Reasons why a line cannot be opened, each with a code for programs and a sentence for people.
@Suite struct SerialPortOpeningTests {
    private func failure(opening path: String) throws -> Failure {
        let port = try SerialPort(DeviceAddress(scheme: "serial", path: path), uptime: steadyClock)
        let failure = #expect(throws: Failure.self) { try port.open(RecordingLineHandler()) }
        return try #require(failure)
    }

    @Test func aMissingPathIsNotFound() throws {
        let failure = try failure(opening: "/dev/ttyUSB-none")
        #expect(failure.code == "line.notFound")
        #expect(failure.sentence.contains("/dev/ttyUSB-none"))
    }

    @Test func aLinkToADeviceThatWentAwayIsNotFound() throws {
        let link = NSTemporaryDirectory() + "till-link-\(ProcessInfo.processInfo.globallyUniqueString)"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/pts/987654")
        defer { try? FileManager.default.removeItem(atPath: link) }
        #expect(try failure(opening: link).code == "line.notFound")
    }

    @Test(arguments: ["/dev/null", "/tmp"])
    func somethingElseThanATerminalIsNotALine(path: String) throws {
        #expect(try failure(opening: path).code == "line.notATerminal")
    }

    @Test func aFileIsNotALineAndStaysAsItWas() throws {
        let path = NSTemporaryDirectory() + "till-file-\(ProcessInfo.processInfo.globallyUniqueString)"
        try "receipts".write(toFile: path, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try failure(opening: path).code == "line.notATerminal")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "receipts")
    }

    @Test func aSecondOpenerInThisProcessIsToldSo() throws {
        let line = try Pseudoterminal()
        let first = try SerialPort(line.address(), uptime: steadyClock)
        try first.open(RecordingLineHandler())
        let refused = try failure(opening: line.path)
        #expect(refused.code == "line.busy")
        #expect(refused.sentence.contains("this process"))
        first.close()

        let second = try SerialPort(line.address(), uptime: steadyClock)
        try second.open(RecordingLineHandler())
        second.close()
    }

    @Test func openingAnOpenPortIsRefusedAndLeavesItWorking() throws {
        let line = try Pseudoterminal()
        let port = try SerialPort(line.address(), uptime: steadyClock)
        try port.open(echo())
        defer { port.close() }
        #expect(throws: Failure.self) { try port.open(RecordingLineHandler()) }
        try line.send([3])
        #expect(try line.take(1) == [3])
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock"), "needs flock of util-linux"))
    func anotherProcessOnTheLineIsNamedWithItsNumber() throws {
        let line = try Pseudoterminal()
        let other = Process()
        let (input, output) = (Pipe(), Pipe())
        other.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        other.arguments = [line.path, "-c", "echo held; read line"]
        other.standardInput = input
        other.standardOutput = output
        try other.run()
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))

        let refused = try failure(opening: line.path)
        #expect(refused.code == "line.busy")
        #expect(refused.sentence.contains("process \(other.processIdentifier) (flock)"))

        try input.fileHandleForWriting.close()
        other.waitUntilExit()
        let port = try SerialPort(line.address(), uptime: steadyClock)
        try port.open(RecordingLineHandler())
        port.close()
    }

    @Test(.enabled(if: geteuid() != 0, "root may open everything"))
    func aLineOfOthersIsRefusedByTheKernel() throws {
        let line = try Pseudoterminal()
        #expect(chmod(line.path, 0) == 0)
        #expect(try failure(opening: line.path).code == "line.permission")
    }

    @Test func aRefusedPermissionNamesTheGroupToJoinAndTheRuleToInstall() {
        let access = LineAccess(owner: "root", group: "dialout", mode: 0o660)
        let failure = LineError.permission("/dev/ttyUSB0", access).failure
        #expect(failure.code == "line.permission")
        #expect(failure.sentence == "Permission denied on /dev/ttyUSB0, which is root:dialout with mode 660.")
        #expect(failure.remedy == "add the user to group dialout or install udev/70-till.rules")
    }

    @Test(arguments: [("root", mode_t(0o660)), ("dialout", mode_t(0o600)), ("till", mode_t(0o660))])
    func onlyAGroupThatHelpsIsNamed(group: String, mode: mode_t) {
        let failure = LineError.permission("/dev/ttyS0", LineAccess(owner: "root", group: group, mode: mode)).failure
        #expect(failure.remedy == "add the user to group till or install udev/70-till.rules")
    }

    @Test func accessIsReadFromTheNode() throws {
        let access = try #require(LineAccess(of: "/dev/null"))
        #expect(access.owner == "root")
        #expect(access.mode == 0o666)
    }

    @Test(arguments: [
        (ENOENT, "line.notFound"), (ENODEV, "line.notFound"), (EIO, "line.notFound"), (EACCES, "line.permission"),
        (EBUSY, "line.busy"), (EWOULDBLOCK, "line.busy"), (ENOTTY, "line.notATerminal"), (EMFILE, "line.system"),
    ])
    func everyErrorOfTheSystemHasItsCode(error: Int32, code: String) {
        #expect(LineError(error, during: .opening, path: "/dev/ttyUSB9").failure.code == code)
    }
}
