/// The receiver of a printed text (ZVT tag 1F07).
package enum ReceiptCopy: String, Hashable, Codable, Sendable, CaseIterable { case customer, merchant }
