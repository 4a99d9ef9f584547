import Hardware
import Model

/// What a transaction is for: to take money, or to give it back.
public enum Purpose: Hashable, Codable, Sendable {
    case payment
    /// Of a payment, in part or as a whole, or of none.
    case refund(of: PaymentID?)
    case reversal(of: BookedPayment)

    public var kind: TransactionKind {
        switch self {
        case .payment: .payment
        case .refund: .refund
        case .reversal: .reversal
        }
    }

    /// The payment that is given back.
    public var original: PaymentID? {
        switch self {
        case .payment: nil
        case .refund(let payment): payment
        case .reversal(let booked): booked.payment
        }
    }

    /// Whether the terminal may say of this that it reverses that trace. Of anything else it says so when it was undone.
    func mayReverse(_ trace: Int) -> Bool {
        guard case .reversal(let booked) = self else { return false }
        return booked.trace == nil || booked.trace == trace
    }

    /// What a terminal is asked for that amount.
    func request(_ amount: Money) -> TerminalRequest {
        switch self {
        case .payment: .authorise(amount)
        case .refund: .refund(amount)
        case .reversal(let booked): .reverse(receipt: booked.receiptNumber, amount)
        }
    }
}

/// A payment as the terminal that booked it knows it.
public struct BookedPayment: Hashable, Codable, Sendable {
    public let payment: PaymentID
    public let receiptNumber: Int
    /// What the word of its reversal names it by; nil where the terminal told none.
    public let trace: Int?

    public init(payment: PaymentID, receiptNumber: Int, trace: Int?) {
        self.payment = payment
        self.receiptNumber = receiptNumber
        self.trace = trace
    }
}
