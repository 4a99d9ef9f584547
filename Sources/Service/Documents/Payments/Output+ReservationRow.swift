import Model
import Stores

extension Output {
    /// A reservation that is open as far as the till knows.
    struct ReservationRow: Encodable {
        let reservation: String
        /// The order's number.
        let order: String?
        let amount: String
        let amountMinor: Int64
        let currency: String
        let reader: String
        /// The terminal's own number of it.
        let receiptNumber: Int?
        /// `reserved` or `in_doubt`.
        let state: String

        init(_ standing: StandingReservation) {
            let record = standing.reservation
            reservation = record.id.rawValue
            order = standing.orderNumber
            (amount, amountMinor) = (record.amount.formatted(), record.amount.minorUnits)
            currency = record.amount.currency.code
            reader = record.terminalAddress
            receiptNumber = record.result?.receiptNumber
            state = standing.state.rawValue
        }
    }
}
