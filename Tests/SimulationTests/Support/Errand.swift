import Flow
import Model
import Simulator
import Payments

/// Performs each kind of transaction for one order, as a cashier does.
extension TransactionKind {
    /// Whether the transaction follows an earlier one.
    var followsAnother: Bool {
        switch self {
        case .payment, .reservation: false
        case .refund, .reversal, .booking, .release: true
        }
    }

    /// Makes the payment or reservation that the transaction will follow, if it needs one.
    func prepare(on till: VirtualTill, order: Int64) throws -> PaymentID? {
        switch self {
        case .payment, .reservation: nil
        case .refund, .reversal: try till.pay(order: order)?.get().payment
        case .booking, .release: try till.reserve(order: order)?.get().payment
        }
    }

    func perform(
        on till: VirtualTill, order: Int64, of original: PaymentID?, goods: DispenseResult? = nil
    ) -> Result<PaymentReport, Failure>? {
        switch (self, original) {
        case (.refund, let payment?): till.giveBack(.refund(of: payment, nil))
        case (.reversal, let payment?): till.giveBack(.reversal(of: payment))
        case (.reservation, _): till.reserve(order: order)
        case (.booking, let reservation?): till.take(.book(reservation, .all))
        case (.release, let reservation?): till.take(.release(reservation))
        case (.payment, _), (_, nil): till.pay(order: order, goods: goods)
        }
    }
}

extension VirtualTill {
    func reserve(order: Int64, giveUpAfter: Duration = .seconds(60)) -> Result<PaymentReport, Failure>? {
        take(.reserve(.order(OrderID(rawValue: order))), giveUpAfter: giveUpAfter)
    }
}
