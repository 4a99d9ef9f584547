import Flow
import Foundation
import Readers

/// Plays the terminal's side of a recording to a till: hears what the till says, and says what the terminal said.
/// Pure: bytes and times in, steps out; `deadline` says when it wants to be woken.
///
/// What the terminal says waits for all that the till had said before it, then for the recorded pause. What the till says
/// is held against what it said then, in its order; it may say it earlier.
package struct Replay: Sendable {
    package enum Step: Hashable, Sendable {
        case write([UInt8])
        case unplug(backAfter: Duration?)
        /// The till said something else. Nothing follows.
        case diverged(Divergence)
        /// All has been said on both sides.
        case played
    }

    /// After the end of the recording the till may say nothing for so long; then it is played.
    static let epilogue = Duration.seconds(2)
    /// What was said is on its way for so long: the line is not cut before, and stays away for as long, even when there
    /// is no time to lose.
    static let shortestCut = Duration.milliseconds(200)

    /// A moment on both clocks: what the terminal tells of the time is moved by what has gone by since the recording.
    package struct Moment: Sendable {
        let uptime: Uptime
        let wall: Date
        let zone: TimeZone

        package init(_ uptime: Uptime, wall: Date, zone: TimeZone = .current) {
            self.uptime = uptime
            self.wall = wall
            self.zone = zone
        }
    }

    private let script: ReplayScript
    private let isFast: Bool
    private let began: Moment
    /// What the till says, masked as the recording is.
    private var tap: LineTap
    /// Places in the script.
    private let tillsLines: [Int]
    private var heard = 0
    private var next = 0
    /// Connections of the till that the script has not seen yet.
    private var connections = 0
    /// When the last thing happened.
    private var last = Uptime(nanoseconds: 0)
    private var isOver = false

    /// - Parameter isFast: without the recorded pauses.
    ///
    /// Throws `trace.none` where nobody says anything.
    package init(_ trace: Trace, isFast: Bool, from began: Moment) throws(Failure) {
        guard let script = ReplayScript(trace) else { throw .noTraceIn }
        self.script = script
        self.isFast = isFast
        self.began = began
        tap = LineTap(script.framing)
        tillsLines = script.lines.indices.filter { if case .till = script.lines[$0] { true } else { false } }
    }

    package var framing: LineFraming { script.framing }

    /// What the till has still to say.
    package var remaining: Int { tillsLines.count - heard }

    /// When `proceed` is to be called; nil: when something is heard.
    package var deadline: Uptime? {
        guard !isOver else { return nil }
        switch due {
        case .line(_, let pause): return last + pause
        case .end: return last + Self.epilogue
        case .hear: return nil
        }
    }

    /// The line is there, at the start or again; or the till has connected.
    package mutating func attached(at now: Uptime) -> [Step] {
        _ = tap.ended(at: now)
        connections += 1
        last = max(last, now)
        return proceed(at: now)
    }

    /// Takes what the till said.
    package mutating func received(_ bytes: [UInt8], at now: Uptime) -> [Step] {
        guard !isOver else { return [] }
        for piece in tap.passed(bytes, from: .till, at: now) {
            if let divergence = hear(piece.content) {
                isOver = true
                return [.diverged(divergence)]
            }
            last = now
        }
        return proceed(at: now)
    }

    /// To be called when `deadline` has passed; earlier does nothing.
    package mutating func proceed(at now: Uptime) -> [Step] {
        var steps: [Step] = []
        while let deadline, now >= deadline {
            switch due {
            case .line(let line, _):
                next += 1
                switch line {
                case .terminal(let content, let wall, _): steps.append(.write(bytes(of: content, said: wall, at: now)))
                case .cut(_, let backAfter):
                    // Who is further already was not waiting for it: a terminal closes idle connections.
                    guard !isOvertaken(next - 1) else { break }
                    steps.append(.unplug(backAfter: isFast ? backAfter.map { _ in Self.shortestCut } : backAfter))
                case .connecting: connections = max(0, connections - 1)
                case .till: break
                }
                last = now
            case .end:
                isOver = true
                steps.append(.played)
            case .hear: return steps
            }
        }
        return steps
    }

    // MARK: Where we are

    private enum Due {
        case line(ReplayScript.Line, after: Duration)
        case hear
        case end
    }

    private var due: Due {
        guard next < script.lines.count else { return heard < tillsLines.count ? .hear : .end }
        let line = script.lines[next]
        switch line {
        case .till: return heard < tillsLines.count && tillsLines[heard] <= next ? .hear : .line(line, after: .zero)
        case .terminal(_, _, let pause): return .line(line, after: isFast ? .zero : pause)
        case .connecting: return connections > 0 || isOvertaken(next) ? .line(line, after: .zero) : .hear
        case .cut where isOvertaken(next): return .line(line, after: .zero)
        case .cut(let pause, _): return .line(line, after: isFast ? Self.shortestCut : max(pause, Self.shortestCut))
        }
    }

    /// Whether the till has said what it said only after this.
    private func isOvertaken(_ place: Int) -> Bool { heard > 0 && tillsLines[heard - 1] > place }

    private func bytes(of content: LinePiece.Content, said then: Date?, at now: Uptime) -> [UInt8] {
        let wall = began.wall + (now - began.uptime) / .seconds(1)
        let told = then.map { then in content.telling { $0.moved(from: then, to: wall, in: began.zone) } }
        return (told ?? content).bytes(framing)
    }

    private mutating func hear(_ said: LinePiece.Content) -> Divergence? {
        guard heard < tillsLines.count else { return Divergence(record: nil, expected: nil, said: said, at: 0) }
        let place = tillsLines[heard]
        guard case .till(let expected) = script.lines[place] else { return nil }
        if let offset = Divergence.offset(of: said, from: expected, script.framing) {
            return Divergence(record: script.records[place], expected: expected, said: said, at: offset)
        }
        heard += 1
        return nil
    }
}
