import Flow
import Foundation
import Readers

/// Plays the terminal's side of a recording to a till: it receives what the till sends, and sends what the terminal sent.
/// Pure: bytes and times go in, steps come out; `deadline` says when to call `proceed`.
///
/// Each telegram of the terminal waits for everything that the till had sent before it, then for the recorded pause. The
/// till's telegrams are compared with the recorded ones in order; they may come earlier.
package struct Replay: Sendable {
    package enum Step: Hashable, Sendable {
        case write([UInt8])
        case unplug(backAfter: Duration?)
        /// The till sent something else; the replay ends.
        case diverged(Divergence)
        /// Both sides have sent everything.
        case played
    }

    /// How long the till must stay silent after the end of the recording.
    static let epilogue = Duration.seconds(2)
    /// The least time before the line is cut and during which it stays away, since sent bytes need time to arrive, even in a
    /// fast replay.
    static let shortestCut = Duration.milliseconds(200)

    /// One moment on both clocks. Times in telegrams are moved by the time since the recording.
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
    /// Cuts and masks what the till sends, as the recording is masked.
    private var tap: LineTap
    /// The indexes of the till's telegrams in the script.
    private let tillsLines: [Int]
    private var heard = 0
    private var next = 0
    /// Connections of the till that the script has not reached yet.
    private var connections = 0
    /// The time of the last event.
    private var last = Uptime(nanoseconds: 0)
    private var isOver = false

    /// Begins before the first telegram. Throws `trace.none` when the recording has no telegrams.
    ///
    /// - Parameter isFast: leaves out the recorded pauses.
    package init(_ trace: Trace, isFast: Bool, from began: Moment) throws(Failure) {
        guard let script = ReplayScript(trace) else { throw .noTraceIn }
        self.script = script
        self.isFast = isFast
        self.began = began
        tap = LineTap(script.framing)
        tillsLines = script.lines.indices.filter { if case .till = script.lines[$0] { true } else { false } }
    }

    package var framing: LineFraming { script.framing }

    /// How many telegrams the till still has to send.
    package var remaining: Int { tillsLines.count - heard }

    /// The time at which `proceed` must be called; nil while only received bytes matter.
    package var deadline: Uptime? {
        guard !isOver else { return nil }
        switch due {
        case .line(_, let pause): return last + pause
        case .end: return last + Self.epilogue
        case .hear: return nil
        }
    }

    /// The line is there, at the start or again, or the till has connected.
    package mutating func attached(at now: Uptime) -> [Step] {
        _ = tap.ended(at: now)
        connections += 1
        last = max(last, now)
        return proceed(at: now)
    }

    /// Takes bytes from the till.
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

    /// Call this when `deadline` has passed; earlier calls do nothing.
    package mutating func proceed(at now: Uptime) -> [Step] {
        var steps: [Step] = []
        while let deadline, now >= deadline {
            switch due {
            case .line(let line, _):
                next += 1
                switch line {
                case .terminal(let content, let wall, _): steps.append(.write(bytes(of: content, said: wall, at: now)))
                case .cut(_, let backAfter):
                    // A till that is already further did not wait for this: terminals close idle connections.
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

    // MARK: Position

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

    /// Whether the till has already sent something that follows this place.
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
