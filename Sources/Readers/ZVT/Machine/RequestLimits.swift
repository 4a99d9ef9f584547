import Flow
import Hardware

/// How much a terminal may send in one request, and how long the request may take. A terminal that goes beyond is
/// treated like a line that broke: it is listened to no longer, and what became of a transaction is asked.
package struct RequestLimits: Hashable, Sendable {
    /// Telegrams of any kind.
    package var telegrams = 10_000
    /// Lines of text. A result counts as one: both are stored before they are answered.
    package var lines = 5_000
    /// Bytes on the line, whether they make telegrams or not.
    package var bytes = 1_048_576
    /// From the command to its end. What neither moves money nor is answered at once, an end of day say, may take four
    /// times as long: a terminal may fetch its software meanwhile.
    package var time = Duration.seconds(900)

    package init() {}

    func time(for request: TerminalRequest) -> Duration {
        request.movesMoney || request.isAnsweredAtOnce ? time : time * 4
    }
}

/// Which limit a terminal has reached.
enum RequestExcess: Hashable {
    case telegrams(Int)
    case lines(Int)
    case bytes(Int)
    case time(Duration)
    /// It was asked to cancel, and went on for longer than a cancellation may take.
    case cancellation
}

/// What the terminal has sent in the request that runs, and until when that must have ended.
struct RequestUse: Hashable {
    private var telegrams = 0
    private var lines = 0
    private var bytes = 0
    /// When the request must have ended; nil while none runs.
    private(set) var end: Uptime?
    private var time = Duration.zero
    private var isCancelled = false

    init() {}

    init(of request: TerminalRequest, at now: Uptime, _ limits: RequestLimits) {
        time = limits.time(for: request)
        end = now + time
    }

    /// Counts a telegram; tells the limit that it is beyond. The end of a request is never too much.
    mutating func take(_ telegram: Telegram?, _ limits: RequestLimits) -> RequestExcess? {
        telegrams += 1
        switch telegram {
        case .completion, .aborted: return nil
        case .printTextBlock(let block): lines += max(1, block.lineCount)
        case .printLine(let line): lines += max(1, line.lineCount)
        case .statusInformation: lines += 1
        case .registration, .authorisation, .statusEnquiry, .repeatReceipt, .transaction, .administration, .logOff,
            .setTerminalClock, .setTillClock, .abort, .response, .intermediateStatus, nil:
            break
        }
        if telegrams > limits.telegrams { return .telegrams(limits.telegrams) }
        return lines > limits.lines ? .lines(limits.lines) : nil
    }

    mutating func take(_ count: Int, _ limits: RequestLimits) -> RequestExcess? {
        bytes += count
        return bytes > limits.bytes ? .bytes(limits.bytes) : nil
    }

    /// The time during which the terminal waited for us is not its own.
    mutating func waited(_ span: Duration) { end = end.map { $0 + span } }

    /// A cancellation gives the request so long, and no longer however much the terminal tells.
    mutating func mustEnd(within span: Duration, from now: Uptime) {
        guard let before = end, now + span < before else { return }
        end = now + span
        isCancelled = true
    }

    func excess(at now: Uptime) -> RequestExcess? {
        guard let end, now >= end else { return nil }
        return isCancelled ? .cancellation : .time(time)
    }
}
