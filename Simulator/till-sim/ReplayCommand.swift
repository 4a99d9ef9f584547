import ArgumentParser
import Failures
import Flow
import Foundation
import Recorder
import Simulator

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Plays the terminal's side of a recorded payment.",
        discussion: """
            The terminal sends what it sent in the recording, while `till pay` sends what it sent then. Name --pty for a \
            recording of a serial line, --tcp for one of the network.

            Exit codes: 0 both sides have sent everything; 1 the till has sent something else, and standard error says where.
            """)

    @Argument(
        help: ArgumentHelp(
            "The recording: a file that `till journal export --trace <payment>` has written.", valueName: "file"))
    var file: String

    @OptionGroup var place: TerminalPlace

    @Flag(help: "Leave out the terminal's pauses.")
    var fast = false

    /// The most bytes of a recording; larger than any ring of the flight recorder.
    private static let longest = 512 << 20

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) {
            let trace = try Self.trace(file)
            let terminal = try terminal(trace)
            let started = try terminal.start()
            UntilTold.wait(Ready("replay ready on \(started)\(trace.heading.map { ", payment \($0.payment)" } ?? "")"))
            try end(terminal.stop())
        } catch {
            UntilTold.say("\(error)")
            throw ExitCode.failure
        }
    }

    /// Creates the terminal that plays a recording. A recording can only be played on the kind of line on which it was
    /// made.
    private func terminal(_ trace: Trace) throws(Failure) -> ReplayedTerminal {
        let now = Replay.Moment(Environment.live.uptime(), wall: Environment.live.now())
        let replay = try Replay(trace, isFast: fast, from: now)
        switch (replay.framing, place.pty, place.tcp) {
        case (.serial, let pty?, _):
            return ReplayedTerminal(replay, link: pty, environment: .live, ended: UntilTold.tell)
        case (.stream, _, let port?):
            return ReplayedTerminal(
                replay, host: TCPHost.usualHost, port: port, environment: .live, ended: UntilTold.tell)
        case (.serial, nil, _):
            throw .replay(.framing, "The trace is of a serial line: play it with --pty.")
        case (.stream, _, nil): throw .replay(.framing, "The trace is of the network: play it with --tcp.")
        }
    }

    private func end(_ ending: ReplayEnding) throws(Failure) {
        switch ending {
        case .played: print("replay ended: the till said what it had said")
        case .diverged(let divergence): throw Failure(ReplayFailure.diverged, divergence.sentence, recovery: .giveUp)
        case .unfinished(let remaining):
            throw .replay(.unfinished, "The till has still \(remaining) things to say.")
        }
    }

    private static func trace(_ file: String) throws(Failure) -> Trace {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: longest + 1), data.count <= longest
        else { throw .replay(.cannotRead, "\(file) cannot be read.") }
        return try Trace(decoding: Array(data))
    }
}

extension Failure {
    fileprivate static func replay(_ code: ReplayFailure, _ sentence: String) -> Failure {
        Failure(code, sentence, recovery: .giveUp)
    }
}
