import Flow
import Model

/// The requests to a till in one run, one after the other.
package struct WorldStory: Hashable, Sendable, CustomStringConvertible {
    package enum Step: Hashable, Sendable {
        /// Pay an order, with this key.
        case pay(Int64, key: String)
        /// Pay an order at another address of the same terminal.
        case payElsewhere(Int64, key: String)
        /// Pay an order of another till at the same terminal, with its own data and shop.
        case payAtSecond(Int64, key: String)
        /// Pay an order whose goods are given between approval and booking.
        case payGoods(Int64, key: String, Goods)
        case reserve(Int64, key: String)
        /// Book the reservation with this key: all of it, 5.00, or all but 5.00.
        case book(key: String, Part)
        case release(key: String)
        /// Pay the price of order 1042 again, without an order.
        case payAmount(key: String)
        /// Pay the price of order 1042 in Swiss francs, without an order.
        case payFrancs(key: String)
        /// Refund the payment with this key.
        case refund(key: String)
        case reverse(key: String)
        case endDay
        case reprint
        /// A request at the twin: another terminal, of the same make and with the same numbers. In a story with a twin
        /// both terminals tell no id.
        indirect case twin(Step)
        /// The till stops, and the two terminals change their addresses, as serial lines may when a machine starts.
        case swap
        /// The terminal loses the reservation with this key, or does not, and a person states that it is gone.
        case gone(key: String, Gone)
    }

    /// What became of a reservation that a person states to be gone.
    package enum Gone: String, Hashable, Sendable, CaseIterable {
        /// The reservation has lapsed.
        case lapsed
        /// The reservation was released at the terminal by hand.
        case byHand = "by-hand"
        /// The terminal holds it: the person is mistaken.
        case mistaken
        /// The terminal holds it, and the person withdraws the statement.
        case withdrawn
    }

    /// How much of a reservation is charged.
    package enum Part: String, Hashable, Sendable, CaseIterable { case all, part, rest }

    /// What happens to the goods.
    package enum Goods: String, Hashable, Sendable, CaseIterable {
        case given, part, none

        /// The answer to the till; the part of the goods is worth 5.00.
        var issue: DispenseResult {
            switch self {
            case .given: .given
            case .part: .givenInPart(Money(minorUnits: 500, currency: .eur))
            case .none: .notGiven
            }
        }
    }

    package var steps: [Step]

    package init(steps: [Step]) { self.steps = steps }

    /// Parses `pay 1042 a, reverse a`; nil when the text is not a story.
    package init?(_ text: some StringProtocol) {
        var steps: [Step] = []
        for part in text.split(whereSeparator: { $0 == "," }) {
            guard let step = Step(part.split(whereSeparator: { $0 == " " }).map { String($0) }) else { return nil }
            steps.append(step)
        }
        self.init(steps: steps)
    }

    package var description: String { steps.map(\.description).joined(separator: ", ") }

    /// Whether there is a second terminal.
    package var hasTwin: Bool {
        steps.contains {
            if case .twin = $0 { true } else { $0 == .swap }
        }
    }

    /// The stories that are played exhaustively.
    package static let all: [WorldStory] = [
        "pay 1042 a", "pay 1042 a, pay 1042 a, pay 1042 b", "pay 1042 a, pay 1043 b, pay 1042 a",
        "pay 1042 a, pay-amount b, pay 1042 c", "pay 1042 a, refund a, refund a",
        "pay 1042 a, reverse a, pay 1042 b", "pay 1042 a, pay-amount b, reverse a",
        "pay 1042 a, end-day, pay-amount b, reverse a", "pay 1042 a, reprint, pay 1043 b",
        "pay 1042 a, pay-elsewhere 1043 b, pay 1042 a", "pay-francs a, pay-francs b",
        "pay 1042 a, pay-second 1042 x, pay 1042 a", "goods 1042 a given, pay 1042 b",
        "goods 1042 a part, refund a", "goods 1042 a none, pay 1042 b", "pay 1042 a, goods 1043 b part",
        "reserve 1042 a, book a all, pay 1042 b", "reserve 1042 a, book a rest, book a part",
        "reserve 1042 a, release a, pay 1042 b", "pay 1042 a, twin pay-amount b, twin reverse a",
        "reserve 1042 a, twin reserve 1043 b, twin book a all", "reserve 1042 a, twin reserve 1043 b, swap, book a all",
        "reserve 1042 a, gone a lapsed, pay 1042 b",
    ].compactMap { WorldStory($0) }
}

extension WorldStory.Step: CustomStringConvertible {
    init?(_ words: [String]) {
        switch (words.first, words.count) {
        case ("pay", 3):
            guard let order = Int64(words[1]) else { return nil }
            self = .pay(order, key: words[2])
        case ("pay-elsewhere", 3):
            guard let order = Int64(words[1]) else { return nil }
            self = .payElsewhere(order, key: words[2])
        case ("pay-second", 3):
            guard let order = Int64(words[1]) else { return nil }
            self = .payAtSecond(order, key: words[2])
        case ("goods", 4):
            guard let order = Int64(words[1]), let goods = WorldStory.Goods(rawValue: words[3]) else { return nil }
            self = .payGoods(order, key: words[2], goods)
        case ("reserve", 3):
            guard let order = Int64(words[1]) else { return nil }
            self = .reserve(order, key: words[2])
        case ("book", 3):
            guard let part = WorldStory.Part(rawValue: words[2]) else { return nil }
            self = .book(key: words[1], part)
        case ("release", 2): self = .release(key: words[1])
        case ("pay-francs", 2): self = .payFrancs(key: words[1])
        case ("pay-amount", 2): self = .payAmount(key: words[1])
        case ("refund", 2): self = .refund(key: words[1])
        case ("reverse", 2): self = .reverse(key: words[1])
        case ("gone", 3):
            guard let how = WorldStory.Gone(rawValue: words[2]) else { return nil }
            self = .gone(key: words[1], how)
        case ("swap", 1): self = .swap
        case ("twin", 2...):
            guard let step = Self(Array(words.dropFirst())) else { return nil }
            self = .twin(step)
        case ("end-day", 1): self = .endDay
        case ("reprint", 1): self = .reprint
        default: return nil
        }
    }

    package var description: String {
        switch self {
        case .pay(let order, let key): "pay \(order) \(key)"
        case .payElsewhere(let order, let key): "pay-elsewhere \(order) \(key)"
        case .payAmount(let key): "pay-amount \(key)"
        case .payAtSecond(let order, let key): "pay-second \(order) \(key)"
        case .payGoods(let order, let key, let goods): "goods \(order) \(key) \(goods.rawValue)"
        case .reserve(let order, let key): "reserve \(order) \(key)"
        case .book(let key, let part): "book \(key) \(part.rawValue)"
        case .release(let key): "release \(key)"
        case .payFrancs(let key): "pay-francs \(key)"
        case .refund(let key): "refund \(key)"
        case .reverse(let key): "reverse \(key)"
        case .endDay: "end-day"
        case .reprint: "reprint"
        case .twin(let step): "twin \(step)"
        case .swap: "swap"
        case .gone(let key, let how): "gone \(key) \(how.rawValue)"
        }
    }
}

extension WorldStory {
    /// Draws up to ten requests from a seed.
    package init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed ^ 0x5EED)
        let keys = ["a", "b", "c"]
        var steps: [Step] = []
        for _ in 0..<Int.random(in: 1...10, using: &generator) {
            let key = keys[Int.random(in: 0..<keys.count, using: &generator)]
            switch Int.random(in: 0..<33, using: &generator) {
            case 0..<9: steps.append(.pay(Int64.random(in: 1042...1043, using: &generator), key: key))
            case 9: steps.append(.payElsewhere(1043, key: key))
            case 10: steps.append(.payFrancs(key: key))
            case 11: steps.append(.payAmount(key: key))
            case 12..<14: steps.append(.refund(key: key))
            case 14..<17: steps.append(.reverse(key: key))
            case 17..<19: steps.append(.endDay)
            case 19, 20:
                steps.append(.payAtSecond(Int64.random(in: 1042...1043, using: &generator), key: key + "2"))
            case 21, 22:
                let goods = WorldStory.Goods.allCases.randomElement(using: &generator) ?? .given
                steps.append(.payGoods(1043, key: "g" + key, goods))
            case 23: steps.append(.reserve(1043, key: "r" + key))
            case 24, 25:
                steps.append(.book(key: "r" + key, WorldStory.Part.allCases.randomElement(using: &generator) ?? .all))
            case 26: steps.append(.release(key: "r" + key))
            case 27, 28:
                steps.append(.gone(key: "r" + key, Gone.allCases.randomElement(using: &generator) ?? .lapsed))
            case 29, 30: steps.append(.twin(Self.atTwin(key, using: &generator)))
            case 31: steps.append(.reserve(1042, key: "r" + key))
            default: steps.append(.reprint)
            }
        }
        if case .pay = steps[0] {} else { steps.insert(.pay(1042, key: "a"), at: 0) }
        self.init(steps: steps)
    }

    /// A request at the twin: a transaction of its own, or the end of one of the other terminal.
    private static func atTwin(_ key: String, using generator: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: .payAmount(key: "t" + key)
        case 1: .pay(1043, key: "t" + key)
        case 2: .reserve(1043, key: "t" + key)
        case 3: .book(key: "r" + key, .all)
        case 4: .release(key: "r" + key)
        default: .reverse(key: key)
        }
    }
}

extension WorldExplorer {
    /// A run drawn from a seed, story included. One in 64 is on SQLite, one in 32 on a serial line.
    package static func random(_ seed: UInt64) throws -> (run: WorldRun, outcome: WorldRun.Outcome) {
        let run = WorldRun(
            WorldStory(seed: seed), on: WorldRun.Setup(isSerial: seed % 32 == 7, isSQLite: seed % 64 == 11))
        return (run, try run.play(seed: seed))
    }
}
