import Flow
import Glibc
import Testing

@testable import Simulator

/// Files that a simulator creates: it replaces no file of others, and leaves none behind.
@Suite struct LinkAndSocketTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func code(_ work: () throws -> Void) -> String? {
        do {
            try work()
            return nil
        } catch { return (error as? Failure)?.code }
    }

    // MARK: The link to a pseudo terminal

    @Test func aLinkToALivingPseudoTerminalIsNotTaken() throws {
        let link = PtyLink(path: scratch.file("line"))
        let (first, second) = (try PtyLine.open(baud: 9600), try PtyLine.open(baud: 9600))
        defer { second.close() }
        try link.publish(first.slavePath)
        #expect(code { try link.publish(second.slavePath) } == "simulator.link")
        link.withdraw(from: second.slavePath)
        var node = stat()
        #expect(lstat(link.path, &node) == 0, "it is the other's")
        first.close()
        try link.publish(second.slavePath)
        link.withdraw(from: second.slavePath)
        #expect(lstat(link.path, &node) != 0)
    }

    /// The number of a pseudo terminal that was closed is given to the next one.
    @Test func aLinkThatIsOlderThanThePseudoTerminalItLeadsToIsLeftOver() throws {
        let link = PtyLink(path: scratch.file("line"))
        let line = try PtyLine.open(baud: 9600)
        defer { line.close() }
        #expect(symlink(line.slavePath, link.path) == 0)
        let longAgo = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, link.path, [longAgo, longAgo], AT_SYMLINK_NOFOLLOW) == 0)
        #expect(code { try link.publish(line.slavePath) } == nil)
    }

    @Test func aLinkToAnythingElseIsNotTaken() throws {
        let link = PtyLink(path: scratch.file("line"))
        for target in [scratch.file("there"), "/dev/null"] {
            #expect(symlink(target, link.path) == 0)
            #expect(code { try link.publish("/dev/pts/0") } == "simulator.link")
            #expect(unlink(link.path) == 0)
        }
    }

    // MARK: The control socket

    private func socket(_ path: String) -> ControlSocket { ControlSocket(path: path) { _ in } }

    @Test func aSocketTakesTheRoomOfNoFile() throws {
        let path = scratch.file("control")
        let file = open(path, O_CREAT | O_WRONLY, 0o600)
        #expect(write(file, "mine", 4) == 4)
        close(file)
        #expect(code { try socket(path).start() } == "simulator.control")
        var node = stat()
        #expect(stat(path, &node) == 0 && node.st_size == 4)
    }

    @Test func aSocketIsNotTakenFromWhoListensAndGoesWithIt() throws {
        let path = scratch.file("control")
        let first = socket(path)
        try first.start()
        #expect(code { try socket(path).start() } == "simulator.control")
        try ControlSocket.tell(path, "x")
        first.stop()
        #expect(access(path, F_OK) != 0)
        let next = socket(path)
        try next.start()
        first.stop()
        #expect(access(path, F_OK) == 0, "it is the next one's")
        next.stop()
    }

    @Test func aSocketThatAKilledSimulatorLeftIsReplaced() throws {
        let path = scratch.file("control")
        let dead = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        close(dead)
        let socket = socket(path)
        try socket.start()
        try ControlSocket.tell(path, "x")
        socket.stop()
    }
}
