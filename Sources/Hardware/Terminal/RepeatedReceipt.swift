/// The receipt that a terminal is asked to tell again (ZVT tag 1F01).
package enum RepeatedReceipt: UInt8, Hashable, Sendable, CaseIterable {
    case last = 1
    case merchant = 2
    case customer = 3
    case endOfDay = 4
    case journal = 5
    case reconciliation = 6
}
