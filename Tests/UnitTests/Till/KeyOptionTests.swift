import Model
import Payments
import Testing

@testable import Till

/// The option `--key` of commands that move money.
@Suite struct KeyOptionTests {
    @Test(arguments: ["kiosk-k-1", "kiosk-staff-k-1", CollectPaymentFlow.key(after: PaymentID(rawValue: "pay-1"))])
    func aKeyOfTillsOwnIsRefused(_ key: String) {
        #expect(throws: (any Error).self) { try OptionChecks.check(key: key) }
    }

    @Test(arguments: [nil, "kiosk7", "after-1", "sale after lunch", String(repeating: "k", count: 200)])
    func everyOtherKeyIsTaken(_ key: String?) throws { try OptionChecks.check(key: key) }
}
