import Foundation
import Model
import Storage

/// Journal kinds `receipt.withdrawn` and, for receipts that are valid again, `receipt.reinstated`.
package struct WithdrawalFact: Hashable, Codable, Sendable {
    package static let kind = "receipt.withdrawn"
    package static let undone = "receipt.reinstated"

    let receipts: [ReceiptID]
    /// The waiting prints that will not be made.
    let voidedPrints: [PrintJobID]

    func sentence(isUndone: Bool, in language: OperatorLanguage) -> String {
        let named = receipts.map(\.rawValue).joined(separator: ", ")
        if isUndone { return language.text("receipt.standAgain", ["named": named]) }
        let voided = voidedPrints.count
        return language.text("receipt.withdrawn", ["named": named, "voided": voided])
    }
}
