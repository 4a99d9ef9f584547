/// One departure of a run from the usual behaviour: the n-th occurrence of a choice point, and the option taken.
package struct Departure: Hashable, Sendable, CustomStringConvertible {
    package let point: ChoicePoint
    /// The number of the occurrence, from 1.
    package let occurrence: Int
    package let option: Int

    package init(_ point: ChoicePoint, _ occurrence: Int, _ option: Int) {
        self.point = point
        self.occurrence = occurrence
        self.option = option
    }

    /// Parses `payment.card#2=1`.
    package init?(_ text: some StringProtocol) {
        let parts = text.split { $0 == "#" || $0 == "=" }
        guard parts.count == 3, let point = ChoicePoint(rawValue: String(parts[0])), let occurrence = Int(parts[1]),
            let option = Int(parts[2]), point.options.indices.contains(option)
        else { return nil }
        self.init(point, occurrence, option)
    }

    package var description: String { "\(point.rawValue)#\(occurrence)=\(option)" }
    /// This departure in words.
    package var words: String { "\(point.rawValue), time \(occurrence): \(point.options[option])" }
}

extension Departure {
    /// Whether the terminal is exchanged or loses its memory.
    var changesTerminal: Bool { point == .between && option >= 5 }

    /// Whether two different truths may explain what the till has seen.
    var excusesDoubt: Bool {
        switch point {
        case .repeating, .receiptNumber, .trace, .amount, .clock, .showsReversals, .dayEndClears, .dayEndRenumbers,
            .registrationID, .resultID, .past:
            true
        case .between: option >= 3
        // A person must judge a tip that was not requested.
        case .bookedAmount: true
        case .meanwhile, .dayEnd: true
        default: false
        }
    }
}
