import Flow
import Hardware

/// How much a terminal may send in one request, and how long the request may take. A terminal that exceeds a limit is
/// treated like a broken line: it is disconnected, and the outcome of a transaction is asked for.
package struct RequestLimits: Hashable, Sendable {
    /// Telegrams of any kind.
    package var telegrams = 10_000
    /// Lines of text. A result counts as one line: both are stored before they are answered.
    package var lines = 5_000
    /// Bytes on the line, whether they form telegrams or not.
    package var bytes = 1_048_576
    /// The time from the command to its end. Requests that move no money and need a host, such as an end of day, may take
    /// four times as long, since the terminal may update its software meanwhile.
    package var time = Duration.seconds(900)

    package init() {}

    func time(for request: TerminalRequest) -> Duration {
        request.movesMoney || request.isAnsweredAtOnce ? time : time * 4
    }
}

/// The limit that a terminal has exceeded.
enum RequestExcess: Hashable {
    case telegrams(Int)
    case lines(Int)
    case bytes(Int)
    case time(Duration)
    /// The terminal was asked to cancel and continued longer than a cancellation may take.
    case cancellation
}

/// How much the terminal has sent during the current request, and when the request must have ended.
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

    /// Counts a telegram and returns the limit that it exceeds. The end of a request is always accepted.
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

    /// Extends the limit by the time during which the terminal waited for us.
    mutating func waited(_ span: Duration) { end = end.map { $0 + span } }

    /// Limits the rest of the request after a cancellation, whatever the terminal sends.
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
