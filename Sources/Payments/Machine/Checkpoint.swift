import Flow
import Hardware
import Model
import Receipts

/// The named points of a payment (docs/payment-steps.md). Tests cut the power between them.
package enum Checkpoint: String, Hashable, Codable, Sendable, CaseIterable {
    case s0 = "S0"
    case s1 = "S1"
    case s2 = "S2"
    case s3 = "S3"
    case s4 = "S4"
    case s5Received = "S5-received"
    case s5 = "S5"
    case s6 = "S6"
    case s7 = "S7"
    case s8 = "S8"
    case s9 = "S9"
    case s10Printing = "S10-printing"
    case s10 = "S10"
}
