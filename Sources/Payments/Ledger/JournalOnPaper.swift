import Model
import Storage

/// The journal's head on the merchant's paper: `Journal 1234 hxkqmtgwyjsnprvu`. Paper is out of reach of somebody who can
/// write the file, and `till journal verify --since` takes what stands there.
extension Receipt {
    /// The receipt with the head of the journal as it is in that transaction. What the customer takes away is as it was: it
    /// does not come back to be compared.
    package func withJournalHead(in reader: any StorageReader) throws(StorageError) -> Receipt {
        guard copy == .merchant else { return self }
        let head = try reader.journalHead()
        return with(Reference(label: "Journal", value: head.printed))
    }
}
