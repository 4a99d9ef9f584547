import Flow
import Synchronization

/// A simulated ID TECH NEO 2 reader: frames in, frames out, on any line. It shares no code with the till's side of the
/// protocol (`DeviceFrame`).
package final class SimulatedNEO2: PtyDevice {
    /// How the reader is connected.
    package enum Connection: Hashable, Sendable, CaseIterable {
        /// A serial line that carries frames as they are.
        case serial
        /// USB HID, which carries frames in reports.
        case reports
    }

    /// When a card is presented, counted from the activation.
    static let cardAfter = Duration.milliseconds(300)
    static let readAfter = Duration.milliseconds(900)
    static let speaksAgainAfter = Duration.milliseconds(200)

    private enum Act {
        case detect
        case answer(DeviceAnswer)
        /// Send an unsolicited answer.
        case add(DeviceAnswer)
    }

    private struct State {
        var parser = DeviceCommandParser()
        var reports = DeviceReportParser()
        /// The planned acts in the order of their times.
        var agenda: [(time: Uptime, act: Act)] = []
        var isActive = false
        var cards = 0
        /// The commands whose first answer was lost.
        var lost: Set<UInt8> = []
        var unplugs: PtyOrders.Unplug?
    }

    private let scenario: AcquiringScenario.Reader
    private let line: Connection
    private let state: Mutex<State>

    package init(_ scenario: AcquiringScenario.Reader, on line: Connection = .serial) {
        self.scenario = scenario
        self.line = line
        var state = State()
        state.unplugs = scenario.unplugs
        self.state = Mutex(state)
    }

    /// How many cards were read.
    package var cards: Int { state.withLock { $0.cards } }

    package func attached(at now: Uptime) -> PtyOrders {
        state.withLock { state in
            state.parser.reset()
            state.reports.reset()
            return orders([], state)
        }
    }

    package func received(_ bytes: [UInt8], at now: Uptime) -> PtyOrders {
        state.withLock { state in
            var answers: [DeviceAnswer] = []
            let commands = line == .serial ? state.parser.take(bytes) : state.reports.take(bytes)
            for command in commands { answers += answer(command, &state, at: now) }
            return orders(answers, state)
        }
    }

    package func deadlineReached(at now: Uptime) -> PtyOrders {
        state.withLock { state in
            var answers: [DeviceAnswer] = []
            while let next = state.agenda.first, next.time <= now {
                state.agenda.removeFirst()
                switch next.act {
                case .detect:
                    answers.append(DeviceAnswer(0x02, .userInterfaceEvent, [1]))
                    guard let unplug = state.unplugs.take() else { continue }
                    state.agenda = []
                    state.isActive = false
                    return PtyOrders(unplug: unplug)
                case .answer(let response):
                    state.isActive = false
                    answers.append(response)
                case .add(let response): answers.append(response)
                }
            }
            return orders(answers, state)
        }
    }

    private func answer(_ command: DeviceCommand, _ state: inout State, at now: Uptime) -> [DeviceAnswer] {
        switch (command.command, command.subcommand) {
        case (0x02, 0x40) where !state.isActive:
            activate(command, &state, at: now)
            return []
        case (0x05, 0x01):
            defer { (state.isActive, state.agenda) = (false, []) }
            return losing(DeviceAnswer(0x05, state.isActive ? .ok : .notAllowed), &state)
        // An activated reader takes every other command for a cancellation (Kiosk V manual §10.1).
        case _ where state.isActive:
            (state.isActive, state.agenda) = (false, [])
            return [DeviceAnswer(command.command, .failed)]
        case (0x18, 0x01), (0x01, 0x01): return losing(DeviceAnswer(command.command, .ok), &state)
        default: return [DeviceAnswer(command.command, .unknownCommand)]
        }
    }

    private func losing(_ response: DeviceAnswer, _ state: inout State) -> [DeviceAnswer] {
        scenario.losesAnswers && state.lost.insert(response.command).inserted ? [] : [response]
    }

    private func activate(_ command: DeviceCommand, _ state: inout State, at now: Uptime) {
        state.isActive = true
        guard scenario.card != .absent else {
            let wait = Duration.seconds(Int64(command.data.first ?? 0))
            return state.agenda = [(now + wait, .answer(DeviceAnswer(0x02, .timedOut)))]
        }
        state.cards += 1
        let answer = read(state.cards)
        state.agenda = [(now + Self.cardAfter, .detect), (now + Self.readAfter, .answer(answer))]
        if scenario.repeatsCard { state.agenda.append((now + Self.readAfter + Self.speaksAgainAfter, .add(answer))) }
    }

    private func read(_ count: Int) -> DeviceAnswer {
        switch scenario.card {
        case .presented: DeviceAnswer(0x02, .onlineAuthorisationRequested, SimulatedCard.sealed(count))
        case .inTheClear: DeviceAnswer(0x02, .ok, SimulatedCard.inTheClear)
        case .unreadable, .absent: DeviceAnswer(0x02, .failed, [0x01, 0x00, 0x00, 0x00])
        }
    }

    private func orders(_ answers: [DeviceAnswer], _ state: State) -> PtyOrders {
        let noise: [UInt8] = scenario.isNoisy ? Array("ViVOtech1".utf8) + [0x00, 0x7F] : []
        let bytes = answers.flatMap { answer -> [UInt8] in
            switch line {
            case .serial: noise + answer.frame
            case .reports: DeviceReport.reports(of: answer.frame)
            }
        }
        return PtyOrders(write: bytes, deadline: state.agenda.first?.time)
    }
}
