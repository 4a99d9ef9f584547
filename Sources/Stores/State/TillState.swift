import Flow

/// The root of a till's state: what concerns more than one display.
public struct TillState: Sendable {
    /// Whether a card payment is being taken. Nothing else should ask for attention meanwhile.
    public private(set) var isCollecting = false
    /// Payments that ended since the start, by their outcome's word.
    public private(set) var ended: [String: Int] = [:]

    public init() {}

    mutating func reduce(_ event: TillEvent) {
        switch event {
        case .payment(.began): isCollecting = true
        case .payment(.ended(let word)):
            isCollecting = false
            ended[word, default: 0] += 1
        case .payment(.refused): isCollecting = false
        case .payment(.phase), .payment(.shows): break
        }
    }
}

/// Facts that reach the root.
public enum TillEvent: Hashable, Codable, Sendable {
    case payment(PaymentDisplayEvent)
}

/// Facts about what a payment shows.
public enum PaymentDisplayEvent: Hashable, Codable, Sendable {
    case began
    case phase(PaymentMachine.Phase)
    /// The terminal's own words.
    case shows(String)
    case ended(outcome: String)
    case refused(Failure)
}
