import Model

/// What an operator tells the till about something that it cannot find out by itself, one question a screen: what the terminal's own
/// journal or paper says of a payment or an end of day in doubt, what was done in the shop about a message, or why an earlier
/// statement is withdrawn.
///
/// Nothing is decided here. The till's own rules take the whole of it or refuse it, and what was typed stays until it is taken.
package struct KioskStaffForm: Hashable, Codable, Sendable {
    /// What the terminal's journal says, or what was done.
    package enum Statement: String, Hashable, Codable, Sendable, CaseIterable {
        case booked
        case notBooked = "not_booked"
        case takenBack = "taken_back"
        /// The terminal does not hold the reservation any more.
        case ended
        case dayEnded = "day_ended"
        case dayNotEnded = "day_not_ended"
        /// The shop has what a message tells.
        case done
        /// An earlier statement was wrong.
        case withdrawn
    }

    package enum Step: String, Hashable, Codable, Sendable, CaseIterable {
        /// What is known, and what can be done about it.
        case look
        /// What the terminal's journal says.
        case statement
        /// The receipt number of the entry; 0 if it has none.
        case receipt
        case trace, amount
        /// The newest receipt number in the terminal's journal; 0 if it is empty.
        case newest
        /// The total on the terminal's report of its end of day, if there is one.
        case total
        /// The place where a statement was read, what was done, or why a statement is withdrawn.
        case words
        /// Whether the terminal has begun its receipt numbers anew.
        case restarted
        /// Whether the newest entry of the terminal's journal is another till's payment.
        case anothers
        /// Whether the other payment with these numbers was booked by another terminal.
        case otherTerminal = "other_terminal"
        /// Everything that was said, before it is said to the till.
        case confirm
    }

    package private(set) var step = Step.look
    package private(set) var statement: Statement?
    /// The numbers that were typed, as digits.
    package private(set) var numbers: [Step: String] = [:]
    package private(set) var words = ""
    package private(set) var isYes: Set<Step> = []
    /// What is being typed: digits, or words.
    package private(set) var typed = ""
    private var answered: Set<Step> = []

    package init() {}
}

extension KioskStaffForm {
    /// How many digits a number may have; nil for a step at which none is typed.
    static func mostDigits(_ step: Step) -> Int? {
        switch step {
        case .receipt, .newest: 4
        case .trace: 6
        case .amount, .total: 12
        case .look, .statement, .words, .restarted, .anothers, .otherTerminal, .confirm: nil
        }
    }

    /// The questions that lead to the confirmation, in their order.
    private var questions: [Step] {
        switch statement {
        case .booked?: [.statement, .receipt, .trace, .amount, .words]
        case .notBooked?, .takenBack?: [.statement, .newest, .words]
        case .ended?, .dayNotEnded?: [.statement, .words]
        case .dayEnded?: [.statement, .total, .words]
        case .done?, .withdrawn?: [.words]
        case nil: [.statement]
        }
    }

    /// What else may be said if the till refuses the rest.
    package var exceptions: [Step] {
        switch statement {
        case .booked?: [.restarted, .otherTerminal]
        case .notBooked?: [.restarted, .anothers]
        case .takenBack?: [.restarted]
        case .ended?, .dayEnded?, .dayNotEnded?, .done?, .withdrawn?, nil: []
        }
    }

    /// The steps whose answers are shown before the confirmation.
    package var entries: [Step] { questions + exceptions }

    /// A number that was typed; nil if none was.
    package func number(_ step: Step) -> Int64? { numbers[step].flatMap(Int64.init) }

    /// Whether the booking is named by a receipt number. An entry that has none is believed only with the place where it was read.
    private var isProvenByNumbers: Bool { statement == .booked && (number(.receipt) ?? 0) > 0 }

    /// Whether what is typed is enough to go on. The words may be left out where the numbers prove enough, and so may a total.
    package var canSubmit: Bool {
        switch step {
        case .words: isProvenByNumbers || !typed.allSatisfy(\.isWhitespace)
        case .total: true
        case .trace: (Int(typed) ?? 0) > 0
        case .receipt, .amount, .newest: !typed.isEmpty
        case .look, .statement, .restarted, .anothers, .otherTerminal, .confirm: false
        }
    }

    // MARK: Acts

    /// Takes a choice; false if it is none of this step.
    mutating func answer(_ choice: String) -> Bool {
        switch step {
        case .look:
            switch choice {
            case "paper": step = .statement
            case "done":
                statement = .done
                goOn()
            case "withdraw":
                statement = .withdrawn
                goOn()
            default: return false
            }
        case .statement:
            guard let chosen = Statement(rawValue: choice), chosen != .done, chosen != .withdrawn else {
                return false
            }
            statement = chosen
            // What was said beside another statement is not said beside this one, where nobody would see it.
            isYes.formIntersection(exceptions)
            answered.insert(.statement)
            goOn()
        case .restarted, .anothers, .otherTerminal:
            guard ["yes", "no"].contains(choice) else { return false }
            if choice == "yes" { isYes.insert(step) } else { isYes.remove(step) }
            goOn()
        case .receipt, .trace, .amount, .newest, .total, .words, .confirm: return false
        }
        return true
    }

    mutating func type(digit: String) -> Bool {
        guard let most = Self.mostDigits(step), typed.count < most, digit.count == 1,
            digit.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return false }
        typed += digit
        return true
    }

    mutating func type(words: String) -> Bool {
        guard step == .words, words.utf8.count <= KioskSettings.longestText else { return false }
        typed = words
        return true
    }

    mutating func erase(all: Bool) -> Bool {
        guard step == .words || Self.mostDigits(step) != nil else { return false }
        typed = all ? "" : String(typed.dropLast())
        return true
    }

    mutating func submit() -> Bool {
        guard canSubmit else { return false }
        if step == .words { words = typed } else { numbers[step] = typed.isEmpty ? nil : typed }
        answered.insert(step)
        goOn()
        return true
    }

    /// Goes to a question that was answered, to answer it anew.
    mutating func change(_ name: String) -> Bool {
        guard step == .confirm, let wanted = Step(rawValue: name), entries.contains(wanted) else { return false }
        show(wanted)
        return true
    }

    /// Goes to the question before; false if there is none.
    mutating func back() -> Bool {
        guard step != .look else { return false }
        if exceptions.contains(step) {
            show(.confirm)
        } else {
            let place = questions.firstIndex(of: step) ?? questions.count
            show(place > 0 ? questions[place - 1] : .look)
        }
        return true
    }

    /// Shows the next question that was not answered, or all answers.
    private mutating func goOn() { show(questions.first { !answered.contains($0) } ?? .confirm) }

    private mutating func show(_ next: Step) {
        step = next
        typed = next == .words ? words : numbers[next] ?? ""
    }
}
