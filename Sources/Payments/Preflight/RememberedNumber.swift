import Flow
import Model
import Storage

/// The receipt number that this till remembers of a terminal, for one that tells nothing as its last transaction.
///
/// A number that somebody wrote into the table of terminals would make a new booking look like an old one, so a number counts
/// only if the journal has a transaction of that terminal with it.
struct RememberedNumber {
    /// How many of the newest transactions are searched for the number.
    private static let searched = 1_000
    /// How many are read at a time: it is nearly always one of the last.
    private static let page = 20

    let storage: any StorageManagerType

    /// The terminal's last transaction, or what this till remembers of it if the terminal told nothing.
    func watermark(of line: PreparedTerminal, at address: DeviceAddress) throws(Failure) -> Watermark {
        switch line.watermark {
        case .receipt: return line.watermark
        case .nothingStored, .unknown:
            let name = TerminalMemory.name(of: line.terminalID, at: address)
            let known = try storage.reading { reader -> Int? in
                guard let number = try reader.terminal(id: name)?.lastReceiptNumber,
                    try isJournalled(number, of: name, reader)
                else { return nil }
                return number
            }
            return known.map(Watermark.receipt) ?? line.watermark
        }
    }

    private func isJournalled(
        _ number: Int, of name: String, _ reader: any StorageReader
    ) throws(StorageError) -> Bool {
        var newest = try reader.recentPayments(limit: Self.page)
        for _ in 0..<Self.searched / Self.page {
            for payment in newest where try tells(payment, number, name, reader) { return true }
            guard let last = newest.last, newest.count == Self.page else { return false }
            newest = try reader.payments(before: last.id, limit: Self.page)
        }
        return false
    }

    private func tells(
        _ payment: PaymentRecord, _ number: Int, _ name: String, _ reader: any StorageReader
    ) throws(StorageError) -> Bool {
        guard payment.result?.receiptNumber == number, let address = DeviceAddress(payment.terminalAddress),
            TerminalMemory.names(of: payment.terminalID ?? payment.result?.terminalID, at: address).contains(name)
        else { return false }
        return try StoredLedger.history(payment.id, in: reader)?.latestResult?.receiptNumber == number
    }
}
