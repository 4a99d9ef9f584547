import ArgumentParser
import Flow
import Foundation
import Recorder
import Simulator

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Plays the terminal's side of a recording.",
        discussion: """
            Opens a pseudo terminal, points LINK to it and says what the terminal said in FILE, which \
            `till journal export --trace PAYMENT` has written, while `till pay` says what it said then. Ends with 0 when \
            all has been said on both sides, and with 1 and the place where the till says something else.
            """)

    @Argument(help: ArgumentHelp("The trace of a payment, as JSON lines.", valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp("The symbolic link to make; give it to till as --reader serial:LINK.", valueName: "link"))
    var pty: String

    @Flag(help: "Without the pauses the terminal made.")
    var fast = false

    /// Longer than any ring.
    private static let longest = 512 << 20

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            let trace = try Self.trace(file)
            let now = Replay.Moment(Environment.live.uptime(), wall: Environment.live.now())
            let replay = ReplayOnPty(
                try Replay(trace, isFast: fast, from: now), link: pty, environment: .live, ended: UntilTold.tell)
            try replay.start()
            UntilTold.wait(ready: "replay ready on \(pty)\(trace.heading.map { ", payment \($0.payment)" } ?? "")")
            try end(replay.stop())
        } catch {
            Self.say("\(error)")
            throw ExitCode.failure
        }
    }

    private func end(_ ending: ReplayEnding) throws(Failure) {
        switch ending {
        case .played: print("replay ended: the till said what it had said")
        case .diverged(let divergence): throw .replay("replay.diverged", "\(divergence)")
        case .unfinished(let remaining):
            throw .replay("replay.unfinished", "The till has still \(remaining) things to say.")
        }
    }

    private static func trace(_ file: String) throws(Failure) -> Trace {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: longest + 1), data.count <= longest
        else { throw .replay("replay.cannotRead", "\(file) cannot be read.") }
        return try Trace(decoding: Array(data))
    }

    private static func say(_ line: String) { FileHandle.standardError.write(Data("till-sim: \(line)\n".utf8)) }
}

extension Failure {
    fileprivate static func replay(_ code: String, _ sentence: String) -> Failure {
        Failure(code, sentence, recovery: .giveUp)
    }
}
