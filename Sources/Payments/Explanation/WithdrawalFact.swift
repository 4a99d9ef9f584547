import Foundation
import Model
import Storage

/// Journal kinds `receipt.withdrawn`, and `receipt.reinstated` for receipts that stand again.
package struct WithdrawalFact: Hashable, Codable, Sendable {
    package static let kind = "receipt.withdrawn"
    package static let undone = "receipt.reinstated"

    let receipts: [ReceiptID]
    /// Prints that waited and will not be made.
    let voidedPrints: [PrintJobID]

    func sentence(isUndone: Bool, in tongue: OperatorLanguage) -> String {
        let named = receipts.map(\.rawValue).joined(separator: ", ")
        if isUndone { return tongue("These receipts stand again: \(named).", "Diese Belege gelten wieder: \(named).") }
        let voided = voidedPrints.count
        return tongue(
            "These receipts were withdrawn: \(named). Prints that waited and will not be made: \(voided).",
            "Diese Belege wurden zurückgezogen: \(named). Wartende Drucke, die entfallen: \(voided).")
    }
}
