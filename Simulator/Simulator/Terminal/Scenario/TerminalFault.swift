import Flow

extension TerminalScenario {
    /// One fault at one telegram. Sent and received telegrams are counted separately, from 1 over the life of the
    /// simulator; repetitions of a block do not count.
    package struct TerminalFault: Hashable, Codable, Sendable {
        package var telegram: Int
        package var what: What

        package init(_ what: What, at telegram: Int) {
            self.telegram = telegram
            self.what = what
        }

        package enum What: String, Codable, Sendable, CaseIterable {
            // Faults at a sent telegram:

            /// `06 1E 6C` replaces the telegram; a booking that is not acknowledged is undone.
            case abort
            /// `84 83 00` replaces the telegram, and nothing was begun.
            case refusal
            /// `84 9C 00` replaces the telegram, and nothing was begun.
            case busy
            /// The telegram is left out, and the terminal goes on as if it had been answered.
            case omission
            /// The data of the telegram ends in the middle of a field.
            case unreadable
            /// The telegram is sent again after it was answered.
            case repetition
            /// The telegram is sent again after it was answered; a result then has another amount.
            case contradiction
            /// An unknown telegram is sent before the telegram.
            case stray
            /// The terminal restarts instead of sending the telegram.
            case restart
            /// The telegram is not sent, and nothing is sent or received any more.
            case silence
            /// The line is lost before the telegram is sent.
            case lineLost = "line-lost"

            // Faults at a received telegram:

            /// The line is lost before the telegram is received.
            case unheard
            /// The telegram is acknowledged, and nothing is sent or received any more.
            case ignored
            /// The telegram is not acknowledged, and nothing is sent or received any more.
            case deaf

            var isOfHearing: Bool {
                switch self {
                case .unheard, .ignored, .deaf: true
                case .abort, .refusal, .busy, .omission, .unreadable, .repetition, .contradiction, .stray, .restart,
                    .silence, .lineLost:
                    false
                }
            }
        }
    }
}

extension TerminalScenario.Faults {
    func fault(saying telegram: Int) -> TerminalScenario.TerminalFault.What? { fault(telegram, ofHearing: false) }
    func fault(hearing telegram: Int) -> TerminalScenario.TerminalFault.What? { fault(telegram, ofHearing: true) }

    private func fault(_ telegram: Int, ofHearing: Bool) -> TerminalScenario.TerminalFault.What? {
        faults.first { $0.telegram == telegram && $0.what.isOfHearing == ofHearing }?.what
    }
}

// MARK: - In the dialogue

extension TerminalDialogue {
    /// Performs a fault at a sent telegram. Returns whether the telegram is still sent.
    mutating func suffer(
        _ fault: TerminalScenario.TerminalFault.What, at telegram: TerminalTelegram, _ moment: TerminalMoment
    ) -> Bool {
        switch fault {
        case .repetition: sayAgain(telegram)
        case .contradiction: sayAgain(telegram.withAnotherAmount)
        case .stray: interject(before: telegram)
        case .abort: breakOff(at: moment)
        case .refusal: refuse(TerminalCode.impossible)
        case .busy: refuse(TerminalCode.busy)
        case .omission: passOver(telegram, at: moment)
        case .restart: restart(at: moment)
        case .silence: fallSilent()
        case .unreadable, .lineLost, .unheard, .ignored, .deaf: break
        }
        switch fault {
        case .repetition, .contradiction, .stray, .unreadable, .lineLost, .unheard, .ignored, .deaf: return true
        case .abort, .refusal, .busy, .omission, .restart, .silence: return false
        }
    }

    private mutating func sayAgain(_ telegram: TerminalTelegram) { plan.insert(.say(telegram, .answer), at: 0) }

    /// Waits for the answer to an unknown telegram that is sent first; `telegram` follows when that was answered.
    private mutating func interject(before telegram: TerminalTelegram) {
        guard case .answer(let awaited, telegram, _) = waiting else { return }
        plan.insert(.say(telegram, awaited), at: 0)
        waiting = .answer(.answer, to: telegram, until: nil)
    }

    /// Ends the running request with a failure. A terminal that reports a failure must not keep the booking.
    private mutating func breakOff(at moment: TerminalMoment) {
        abandon()
        if booking != nil {
            settle(scenario.onMissingResponse == .keeps ? .declines : scenario.onMissingResponse, at: moment)
        }
        plan = [.say(.aborted(TerminalCode.timeout), .answer)]
        advance(at: moment)
    }

    private mutating func refuse(_ code: UInt8) {
        abandon()
        say(.refused(code))
    }

    /// Leaves a telegram out. The terminal believes that it was sent, so the booking of a result that was left out is
    /// kept.
    private mutating func passOver(_ telegram: TerminalTelegram, at moment: TerminalMoment) {
        undelivered = max(0, undelivered - 1)
        guard case .answer(let awaited, telegram, _) = waiting else { return }
        waiting = .nothing
        if awaited == .commit { settle(.keeps, at: moment) }
        advance(at: moment)
    }

    mutating func restart(at moment: TerminalMoment) {
        abandon()
        registration = .loggedOff
        steps.append(.restart)
        waiting = .restart(moment.uptime + scenario.timing.restart.duration)
    }

    /// Stops sending and receiving for good. A booking stays open until the terminal is switched on again.
    mutating func fallSilent() {
        abandon()
        isSilent = true
    }

    /// Sends nothing more about the running request.
    private mutating func abandon() {
        steps.removeAll { if case .say = $0 { true } else { false } }
        plan = []
        waiting = .nothing
        undelivered = 0
        isBeforeCard = false
    }
}

extension TerminalTelegram {
    fileprivate var withAnotherAmount: TerminalTelegram {
        guard case .result(var entry) = self else { return self }
        entry.amountMinor += 1
        return .result(entry)
    }
}

extension [UInt8] {
    /// A telegram's control field and the beginning of an amount.
    var unreadable: [UInt8] { prefix(2) + [0x03, 0x04, 0x00, 0x00] }
    /// A vendor-specific command.
    static let stray: [UInt8] = [0x0F, 0xA1, 0x00]
}
