import Flow
import Model
import Storage

/// A person's statement that a terminal's journal was compared with a restored one.
package struct TerminalConfirmation: Sendable {
    let storage: any StorageManagerType

    package init(storage: any StorageManagerType) { self.storage = storage }

    /// Throws `restore.nothingToCompare` unless the journal was restored and nobody has confirmed this terminal since.
    package func confirm(
        _ address: DeviceAddress, evidence: String, by requester: Requester? = nil
    ) throws(Failure) {
        let words = try OperatorEvidence.checked(evidence)
        let terminal = TerminalName(address: address, id: nil)
        let name = try Account.signedIn(in: storage).name
        try storage.writing { transaction in
            guard var restored = try RestoredJournal.current(in: transaction),
                !restored.isCompared(terminal, byPerson: true)
            else { throw Failure.nothingToCompare }
            try restored.note(
                TerminalComparison(
                    terminal: terminal, payment: nil, evidence: words, by: name, requester: requester),
                in: transaction)
        }
    }
}
