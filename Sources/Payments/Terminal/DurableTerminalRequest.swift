import Flow
import Hardware
import Model
import Synchronization

/// One asynchronous request to a terminal whose results must be durable before they are answered. They are stored on a
/// lane of their own, so that the terminal's queue waits for no disk.
struct DurableTerminalRequest: Sendable {
    /// What the terminal tells.
    package enum Told: Hashable, Sendable {
        /// The terminal's totals. `isAnswer` tells whether it had accepted the request; totals before that belong to
        /// something earlier.
        case totals(TerminalTotals, isAnswer: Bool)
        case text(TerminalText)
        /// The last texts in a corrected form, now that it is known what the digits at their end are.
        case textsCompleted([TerminalText])
    }

    /// The result of the request.
    package struct Outcome: Sendable {
        /// The totals of the answer.
        var totals: TerminalTotals?
        var end: TerminalEnd
        /// Why something could not be stored; the terminal was told so.
        var notKept: Failure?
    }

    /// The most events that may wait: far more than one end of day prints.
    private static let mostWaiting = 10_000

    let terminal: any PaymentTerminal
    let environment: Environment
    /// Stores what the terminal told. If it throws, the terminal is refused.
    let keep: @Sendable (Told) throws(Failure) -> Void
    let show: @Sendable (TerminalProgress) -> Void

    /// Sends the request and waits for its end. A transaction that the terminal tells belongs to nothing known here: it
    /// is not answered, and the conversation ends.
    func ask(_ request: TerminalRequest) async -> Outcome {
        let lane = environment.lane("end of day", Self.mostWaiting)
        return await withCheckedContinuation { continuation in
            let listener = Listener(self) { continuation.resume(returning: $0) }
            terminal.start(request) { event in
                // A line that sends too much is treated as broken.
                if !lane.enqueue({ listener.heard(event) }) { listener.finish(.disturbed(.laneFull("end of day"))) }
            }
        }
    }

    private final class Listener: Sendable {
        private struct State {
            var isTaken = false
            var totals: TerminalTotals?
            var notKept: Failure?
            var incoming = IncomingTexts()
            var end: (@Sendable (Outcome) -> Void)?
        }

        private let conversation: DurableTerminalRequest
        private let state: Mutex<State>

        init(_ conversation: DurableTerminalRequest, end: @escaping @Sendable (Outcome) -> Void) {
            self.conversation = conversation
            state = Mutex(State(end: end))
        }

        /// The connection is gone and can report no end, so this reports one.
        deinit { finish(.disturbed(.conversationAbandoned)) }

        func heard(_ event: TerminalEvent) {
            guard state.withLock({ $0.end != nil }) else { return }
            switch event {
            case .progress(let progress): conversation.show(progress)
            case .accepted: state.withLock { $0.isTaken = true }
            case .totals(let id, let totals):
                let isAnswer = state.withLock { state in
                    state.incoming.interrupt()
                    if state.isTaken { state.totals = totals }
                    return state.isTaken
                }
                keep([.totals(totals, isAnswer: isAnswer)], id)
            case .text(let id, let text):
                let stored = state.withLock { $0.incoming.take(text) }
                keep(Self.completed(stored.completed) + [.text(stored.text)], id)
            case .result: finish(.disturbed(.foreignTransaction))
            case .finished(let end):
                keep(Self.completed(state.withLock { $0.incoming.end() }))
                finish(end)
            case .openPreauthorisations, .answered, .orphanEnded: break
            }
        }

        private static func completed(_ texts: [TerminalText]) -> [Told] {
            texts.isEmpty ? [] : [.textsCompleted(texts)]
        }

        private func keep(_ told: [Told], _ id: TerminalRecordID) {
            conversation.terminal.answer(id, keep(told) ? .stored : .refuse)
        }

        @discardableResult private func keep(_ told: [Told]) -> Bool {
            do throws(Failure) {
                for one in told { try conversation.keep(one) }
                return true
            } catch {
                state.withLock { $0.notKept = error }
                return false
            }
        }

        func finish(_ end: TerminalEnd) {
            let (done, outcome) = state.withLock { state in
                defer { state.end = nil }
                return (state.end, Outcome(totals: state.totals, end: end, notKept: state.notKept))
            }
            done?(outcome)
        }
    }
}
