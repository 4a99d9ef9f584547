import Failures
import Foundation
import Glibc
import Testing

@testable import Till

/// The way of a command from one process to another.
@Suite struct CommandChannelTests {
    private let request = CommandRequest(
        version: "0.1.0", arguments: ["pay", "--order", "1042"], variables: ["LANG": "de_DE.UTF-8"], directory: "/srv",
        configuration: ["/etc/till/till.toml"])

    private static func pair() throws -> (CommandChannel, CommandChannel) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw CommandChannel.Broken(code: errno)
        }
        return (CommandChannel(ends[0]), CommandChannel(ends[1]))
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw CommandChannel.Broken(code: errno) }
        return (ends[0], ends[1])
    }

    @Test func aRequestArrivesWithItsWordsAndItsOpenDescriptors() throws {
        let (caller, service) = try Self.pair()
        let pipe = try Self.pipe()
        try caller.send(request, [pipe.read, pipe.write, pipe.write])
        let (received, descriptors) = try service.receive()
        #expect(received.arguments == request.arguments && received.variables == request.variables)
        #expect(received.directory == "/srv" && received.configuration == request.configuration)
        var byte = UInt8(ascii: "a")
        #expect(write(descriptors[1], &byte, 1) == 1)
        byte = 0
        #expect(read(pipe.read, &byte, 1) == 1 && byte == UInt8(ascii: "a"))
        #expect(descriptors.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        for descriptor in descriptors + [pipe.read, pipe.write] { close(descriptor) }
    }

    @Test(arguments: [0, 1, 2])
    func aRequestWithoutItsThreeDescriptorsIsRefusedAndKeepsNone(_ count: Int) throws {
        let (caller, service) = try Self.pair()
        let pipe = try Self.pipe()
        defer { for descriptor in [pipe.read, pipe.write] { close(descriptor) } }
        try caller.send(request, Array(repeating: pipe.write, count: count))
        #expect(throws: CommandChannel.Broken.self) { try service.receive() }
    }

    @Test(
        arguments: [[], [0], [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 2, 0x7B, 0x7D], [0, 0, 0, 9, 0x7B]]
            as [[UInt8]])
    func whatIsNoRequestIsRefused(_ bytes: [UInt8]) throws {
        let (caller, service) = try Self.pair()
        _ = bytes.withUnsafeBytes { send(caller.socket, $0.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
        caller.shutDown()
        #expect(throws: (any Error).self) { try service.receive() }
    }

    @Test(arguments: [CommandReply.exit(0), .exit(75), .signal(SIGINT), .exit(-1), .notBegun])
    func theAnswerArrives(_ reply: CommandReply) throws {
        let (caller, service) = try Self.pair()
        service.send(reply)
        #expect(caller.reply() == reply)
    }

    @Test func aServiceThatEndsWithoutAnAnswerIsNoticed() throws {
        let (caller, service) = try Self.pair()
        service.shutDown()
        #expect(caller.reply() == nil)
    }

    @Test func signalsArriveInOrderAndThenTheEndOfTheCaller() throws {
        let (caller, service) = try Self.pair()
        for signal in [SIGINT, SIGTERM, SIGHUP] { caller.send(signal: signal) }
        #expect([service.nextSignal(), service.nextSignal(), service.nextSignal()] == [SIGINT, SIGTERM, SIGHUP])
        caller.shutDown()
        #expect(service.nextSignal() == nil)
    }

    /// A socket's address holds 107 bytes.
    @Test func aSocketIsFoundInADirectoryWithALongPath() throws {
        let template = NSTemporaryDirectory() + "/" + String(repeating: "d", count: 200) + "XXXXXX"
        var name = Array(template.utf8CString)
        let directory = try #require(mkdtemp(&name).map { String(cString: $0) })
        try FileManager.default.createDirectory(atPath: directory + "/locks", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        #expect(CommandChannel.connect(directory) == nil)
        let listener = try CommandChannel.listen(directory)
        let caller = try #require(CommandChannel.connect(directory))
        let service = try #require(listener.accept())
        #expect(service.user == geteuid())
        caller.send(signal: SIGINT)
        #expect(service.nextSignal() == SIGINT)
        // A service that was killed leaves its socket; the next takes its place.
        listener.shutDown()
        _ = try CommandChannel.listen(directory)
    }
}

/// A command's input and output in a service, where nobody may be waited for.
@Suite struct CommandStreamTests {
    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw CommandChannel.Broken(code: errno) }
        return (ends[0], ends[1])
    }

    @Test func linesAreReadOneAfterTheOtherWhereverTheyWereCut() throws {
        let pipe = try Self.pipe()
        let input = try #require(InputLines(owned: pipe.read))
        for part in ["gi", "ven\npart 3.50\n\nno", "ne"] {
            let bytes = Array(part.utf8)
            _ = write(pipe.write, bytes, bytes.count)
        }
        close(pipe.write)
        #expect([input.line(), input.line(), input.line(), input.line()] == ["given", "part 3.50", "", "none"])
        #expect(input.line() == nil)
    }

    @Test func aLineWithoutAnEndIsGivenOutInPiecesAndNeverGrows() throws {
        let pipe = try Self.pipe()
        let input = try #require(InputLines(owned: pipe.read))
        let writer = Thread {
            let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
            _ = DataStream.write(bytes, to: pipe.write)
            close(pipe.write)
        }
        writer.start()
        var total = 0
        while let line = input.line() {
            #expect(line.utf8.count < 2 * InputLines.longestLine)
            total += line.utf8.count
        }
        #expect(total == 1 << 20)
    }

    @Test func whoWaitsForInputIsReleasedWhenTheCallerIsGone() throws {
        let pipe = try Self.pipe()
        defer { close(pipe.write) }
        let input = try #require(InputLines(owned: pipe.read))
        input.end()
        #expect(input.line() == nil)
        #expect(try input.bytes(upTo: 10).isEmpty)
    }

    @Test func outputThatNobodyReadsIsRefusedBeyondItsRoomAndDroppedAtTheEnd() throws {
        let pipe = try Self.pipe()
        defer { close(pipe.read) }
        // As in every command.
        signal(SIGPIPE, SIG_IGN)
        let pump = OutputPump(owned: [pipe.write])
        let stream = pump.stream(0)
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<16 { stream.write(piece) }
        #expect(stream.failure == nil)
        stream.write(piece)
        #expect(stream.failure?.is(OutputFailure.notWritten) == true)
        pump.close()
    }

    @Test func outputArrivesInOrderAndIsThereBeforeTheEndIsTold() async throws {
        let pipe = try Self.pipe()
        let pump = OutputPump(owned: [pipe.write])
        let stream = pump.stream(0)
        for number in 0..<100 { stream.write(Array("\(number),".utf8)) }
        await withCheckedContinuation { continuation in pump.afterwards { continuation.resume() } }
        let input = try #require(InputLines(owned: pipe.read))
        #expect(try input.next() == Array((0..<100).map { "\($0)," }.joined().utf8))
        #expect(stream.failure == nil)
    }
}
