import Flow
import Foundation
import Hardware

/// A line handler that records its calls and answers as the test says.
final class RecordingLineHandler: LineHandler {
    enum Call: Equatable {
        case opened
        case received([UInt8])
        case deadline(Uptime)
        case lost(LineLoss)
        case hungUp
    }

    typealias Answer = @Sendable (Call, Uptime) -> LineCommands

    private let answer: Answer
    private let condition = NSCondition()
    private nonisolated(unsafe) var noted: [Call] = []  // guards: condition

    init(_ answer: @escaping Answer = { _, _ in LineCommands() }) { self.answer = answer }

    var calls: [Call] { condition.withLock { noted } }
    var received: [UInt8] { calls.flatMap { if case .received(let bytes) = $0 { bytes } else { [UInt8]() } } }
    var losses: [LineLoss] { calls.compactMap { if case .lost(let loss) = $0 { loss } else { nil } } }
    var deadlines: [Uptime] { calls.compactMap { if case .deadline(let time) = $0 { time } else { nil } } }

    func opened(at now: Uptime) -> LineCommands { note(.opened, now) }
    func received(_ bytes: [UInt8], at now: Uptime) -> LineCommands { note(.received(bytes), now) }
    func deadlineReached(at now: Uptime) -> LineCommands { note(.deadline(now), now) }
    func lost(_ loss: LineLoss, at now: Uptime) { _ = note(.lost(loss), now) }
    func hungUp(at now: Uptime) { _ = note(.hungUp, now) }

    /// Waits until `holds` returns true; false if the patience ends first.
    func wait(until holds: (RecordingLineHandler) -> Bool) -> Bool {
        let limit = Date(timeIntervalSinceNow: Double(patience.components.seconds))
        while !holds(self) {
            condition.lock()
            defer { condition.unlock() }
            if !condition.wait(until: min(limit, Date(timeIntervalSinceNow: 0.01))), limit.timeIntervalSinceNow < 0 {
                return false
            }
        }
        return true
    }

    private func note(_ call: Call, _ now: Uptime) -> LineCommands {
        condition.withLock {
            noted.append(call)
            condition.broadcast()
        }
        return answer(call, now)
    }
}

/// A line handler that sends back what it receives.
func echo() -> RecordingLineHandler {
    RecordingLineHandler { call, _ in
        if case .received(let bytes) = call { LineCommands(write: bytes) } else { LineCommands() }
    }
}
