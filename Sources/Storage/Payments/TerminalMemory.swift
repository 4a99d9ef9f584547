import Foundation

/// What the till remembers of one terminal between payments.
package struct TerminalMemory: Hashable, Codable, Sendable {
    package let terminalID: String
    package var lastReceiptNumber: Int?
    package var updatedAt: Date

    package init(terminalID: String, lastReceiptNumber: Int?, updatedAt: Date) {
        self.terminalID = terminalID
        self.lastReceiptNumber = lastReceiptNumber
        self.updatedAt = updatedAt.asStored
    }
}
