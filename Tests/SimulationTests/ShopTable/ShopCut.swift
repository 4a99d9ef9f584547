import Simulator

/// One thing that goes wrong in a story, and where.
struct ShopCut: Hashable, Sendable, CustomStringConvertible {
    /// The number of the till's deed, from 1, counted over all its lives. The cut comes at this deed, or at the first one
    /// after it that it can concern.
    let place: Int
    let kind: ShopCutKind

    var description: String { "\(kind.rawValue) at \(place)" }
}

/// What goes wrong.
enum ShopCutKind: String, CaseIterable, Sendable {
    // The till and the terminal.
    case tillDies = "the till dies"
    case tillDiesWithin = "the till dies within"
    case powerFails = "power fails for till and terminal"
    case lineLost = "the terminal's line is lost and back"

    // One exchange with the shop.
    case requestLost = "the request is lost"
    case answerLost = "the answer is lost"
    case doubled = "the request is repeated on the way"
    case late = "the answer is late"
    case overtaken = "the request arrives after it was given up"
    case failed = "500, nothing done"
    case failedAfter = "500, and done"
    case busy = "429 with Retry-After"
    case maintenance = "503 with a page for people"
    case unauthorized = "401 once"
    case damaged = "half of the answer arrives"

    // All exchanges from then on.
    case keyRevoked = "the key is revoked"
    case away = "the shop is away for ten minutes"

    // Somebody else in the shop.
    case cancelled = "the order is cancelled"
    case changed = "the order's total is changed"
    case paidElsewhere = "the order is paid by somebody else"
    case deleted = "the order is deleted"
    case onHold = "the order is put on hold"
    case refundedByHand = "the order is refunded by hand"
    case productDeleted = "the product is deleted"

    static let ofTheShop = allCases.filter { $0.isFault || $0.isByStaff }

    /// Whether somebody else changes the order, or what is sold, before an exchange.
    var isByStaff: Bool {
        switch self {
        case .cancelled, .changed, .paidElsewhere, .deleted, .onHold, .refundedByHand, .productDeleted: true
        default: false
        }
    }

    /// Whether it is a fault of an exchange or of the shop.
    var isFault: Bool {
        switch self {
        case .requestLost, .answerLost, .doubled, .late, .overtaken, .failed, .failedAfter, .busy, .maintenance,
            .unauthorized, .damaged, .keyRevoked, .away:
            true
        default: false
        }
    }

    /// Whether a request may be made once more by something between till and shop, which no till can prevent.
    var mayRepeat: Bool { self == .doubled || self == .overtaken }

    func concerns(_ deed: Deed) -> Bool {
        switch (self, deed) {
        case (.tillDies, _): true
        case (.tillDiesWithin, .ask), (.tillDiesWithin, .print): true
        case (.tillDiesWithin, .send(let bytes)), (.tillDiesWithin, .receive(let bytes)): bytes.count > 2
        case (.powerFails, .commit), (.powerFails, .send), (.powerFails, .receive): true
        case (.lineLost, .send), (.lineLost, .receive): true
        case (_, .ask): isFault || isByStaff
        default: false
        }
    }
}
