import Model
import Storage

/// The journal's head on the merchant's receipt: `Journal 1234 hxkqmtgwyjsnprvu`. Somebody who can change the file
/// cannot change paper, and `till journal verify --since` compares the printed head.
extension Receipt {
    /// Adds the journal's head in this transaction to a merchant's receipt. A customer's receipt is left as it is,
    /// because it does not come back to be compared.
    package func withJournalHead(in reader: any StorageReader) throws(StorageError) -> Receipt {
        guard copy == .merchant else { return self }
        let head = try reader.journalHead()
        return with(Reference(label: "Journal", value: head.printed))
    }
}
