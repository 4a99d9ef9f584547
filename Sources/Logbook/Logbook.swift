import Flow
import Foundation
import LogEvents
import Logging
import Synchronization

/// The log of one process: entries of Till and of libraries that use swift-log, written as lines to standard error or, under
/// systemd, as fields to the journal.
///
/// Logging never waits: entries are written on a lane of their own, and entries that find its queue full are dropped and
/// counted. No card data leaves: entries are redacted when they are made (`CardData`), and each line is checked once more
/// when it is written (`CardDataGate`).
package final class Logbook: Sendable {
    /// The label of Till's own entries.
    static let label = "till"
    /// The most entries that may wait to be written.
    static let mostWaiting = 4_096

    /// The swift-log handlers of this process, whose entries end here.
    let handler: LogbookHandler
    private let lane: any Lane

    /// Whether `TILL_LOG` has something that is no level, so that it is passed over.
    package static func namesNoLevel(_ variables: [String: String]) -> Bool {
        variables["TILL_LOG"].map { !$0.isEmpty && LogLevel(rawValue: $0) == nil } ?? false
    }

    /// - Parameters:
    ///   - level: entries below it are not written; nil for the level of `TILL_LOG`, else `info` when the journal listens
    ///     and `warning` otherwise.
    ///   - variables: the environment variables of the process.
    package convenience init(
        level: LogLevel? = nil, variables: [String: String], errors: Int32 = STDERR_FILENO, environment: Environment
    ) {
        let journal = SystemdJournal(variables: variables, errors: errors)
        let wanted = level ?? variables["TILL_LOG"].flatMap(LogLevel.init)
        let sink: any LogSink = journal.map { SystemdJournalSink($0, errors: errors) } ?? LineSink(errors)
        self.init(level: wanted ?? (journal == nil ? .warning : .info), sink: sink, environment: environment)
    }

    init(level: LogLevel, sink: any LogSink, environment: Environment) {
        let lane = environment.lane("log", Self.mostWaiting)
        self.lane = lane
        handler = LogbookHandler(level: level, lane: lane, writer: LogWriter(sink: sink, now: environment.now))
    }

    /// Takes over swift-log: everything that is logged through it is written here from now on. Call it once per process.
    package func adopt() {
        LoggingSystem.bootstrap { [handler] label in
            var handler = handler
            if label != Self.label { handler[metadataKey: "LOGGER"] = .string(label) }
            return handler
        }
    }

    /// Returns when everything that was logged before is written.
    package func drain() async {
        await withCheckedContinuation { continuation in
            _ = lane.schedule(at: Uptime(nanoseconds: 0)) { continuation.resume() }
        }
    }
}

extension Environment {
    /// This environment with its log entries going to this logbook (`Logbook.adopt`).
    package var logged: Environment { logging(to: Logger(label: Logbook.label)) }

    func logging(to logger: Logger) -> Environment {
        var environment = self
        environment.writeLog = { entry in
            let level = Logger.Level(entry.event.level)
            guard level >= logger.logLevel else { return }
            var metadata = entry.metadata.mapValues { Logger.MetadataValue.string($0) }
            metadata["EVENT"] = .string(entry.event.name)
            metadata["MESSAGE_ID"] = .string(entry.event.messageID)
            logger.log(level: level, "\(entry.message)", metadata: metadata)
        }
        return environment
    }
}

extension Logger.Level {
    init(_ level: LogLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            }
    }
}

/// The handler that swift-log calls.
struct LogbookHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let lane: any Lane
    private let writer: LogWriter

    init(level: LogLevel, lane: any Lane, writer: LogWriter) {
        logLevel = Logger.Level(level)
        self.lane = lane
        self.writer = writer
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: Logging.LogEvent) {
        let fields = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        let error = event.error.map { ": \($0)" } ?? ""
        let record = LogRecord(
            at: writer.now(), level: event.level, message: event.message.description + error,
            fields: fields.mapValues(\.description))
        if !lane.enqueue({ [writer] in writer.write(record) }) { writer.drop() }
    }
}

/// Writes entries one at a time and in order, on the log's lane; `drop` and `now` may be called from any thread.
final class LogWriter: Sendable {
    let now: @Sendable () -> Date
    private let sink: any LogSink
    private let dropped = Atomic(0)
    private let withheld = Atomic(0)

    init(sink: any LogSink, now: @escaping @Sendable () -> Date) {
        self.sink = sink
        self.now = now
    }

    func drop() { dropped.add(1, ordering: .relaxed) }

    func write(_ record: LogRecord) {
        let lost = dropped.exchange(0, ordering: .relaxed)
        if lost > 0 { say(.linesDropped, lost, at: record.at) }
        if !sink.write(record) {
            say(.linesWithheld, withheld.add(1, ordering: .relaxed).newValue, at: record.at)
        }
    }

    private func say(_ event: LoggedEvent, _ count: Int, at time: Date) {
        _ = sink.write(LogRecord(LogEntry(event, [.count(count)]), at: time))
    }
}

/// A destination of log entries and its format.
protocol LogSink: Sendable {
    /// Writes an entry. Returns false when the gate finds card data in it and nothing was written. Other failures are
    /// ignored, because there is nowhere left to report them.
    func write(_ record: LogRecord) -> Bool
}
