import Model
import Storage

/// Tells which reservations of this till a terminal names as open. One that has ended here may stand there still: a person
/// stated its end by mistake, or took another transaction for its booking.
package struct NamedReservations {
    private typealias OpenReservation = ExpectedTotals.OpenReservation

    /// How many transactions are searched for a reservation that has ended.
    private static let lookedBack = 10_000

    private let reader: any StorageReader
    private let terminal: TerminalName

    package init(reader: any StorageReader, terminal: TerminalName) {
        self.reader = reader
        self.terminal = terminal
    }

    /// What this till knows of each, in the same order.
    package func known(_ receipts: [Int]) throws(StorageError) -> [ExpectedTotals.OpenReservation] {
        guard !receipts.isEmpty else { return [] }
        let standing = newest(try reader.reservations().reversed())
        let isAllKnown = receipts.allSatisfy { standing[$0] != nil }
        let made = isAllKnown ? [:] : newest(try reader.recentPayments(limit: Self.lookedBack))
        var known: [OpenReservation] = []
        for receipt in receipts {
            let ended = try made[receipt].flatMap(end)
            let payment = standing[receipt]?.id ?? ended.flatMap { _ in made[receipt]?.id }
            known.append(
                OpenReservation(receipt: receipt, payment: payment, end: standing[receipt] == nil ? ended : nil))
        }
        return known
    }

    /// The newest reservation of the terminal under each receipt number.
    private func newest(_ payments: [PaymentRecord]) -> [Int: PaymentRecord] {
        let ours = payments.filter { $0.kind == .reservation && ($0.isOpen || $0.isApproved) && terminal.holds($0) }
        return Dictionary(
            ours.compactMap { payment in payment.result?.receiptNumber.map { ($0, payment) } },
            uniquingKeysWith: { newer, _ in newer })
    }

    private func end(of reservation: PaymentRecord) throws(StorageError) -> OpenReservation.End? {
        guard reservation.isApproved, let end = try reader.end(ofReservation: reservation.id) else { return nil }
        let isStated = try StoredLedger.history(end.id, in: reader)?.wasSettledByOperator == true
        return OpenReservation.End(
            payment: end.id, isStated: isStated, reserved: reservation.amount,
            orderNumber: try reader.orderNumber(of: reservation))
    }
}
