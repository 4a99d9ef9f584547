import Flow
import Testing

@testable import Stores

/// Which PINs are taken, and that none is shown.
@Suite struct OperatorPINTests {
    @Test(arguments: ["", "123", "1234567890123", "12a4", "12 4", "１２３４", "-123"])
    func aPINHasFourToTwelveDigits(_ typed: String) {
        let failure = #expect(throws: Failure.self) { try OperatorPIN(typed) }
        #expect(failure?.code == "operator.badPIN")
    }

    @Test(arguments: [
        "0000", "1111", "1234", "4321", "7890", "3210", "2468", "9630", "1212", "123123", "19191919", "1984", "2026",
        "2580",
    ])
    func aFirstGuessIsRefused(_ typed: String) throws {
        let pin = try OperatorPIN(typed)
        let failure = #expect(throws: Failure.self) { try pin.checkNotTrivial() }
        #expect(failure?.code == "operator.weakPIN")
        #expect(failure.map { !"\($0)".contains(typed) } == true)
    }

    @Test(arguments: ["4071", "1235", "20261", "839275", "121213", "402938475610"])
    func anyOtherPINIsTaken(_ typed: String) throws {
        try OperatorPIN(typed).checkNotTrivial()
    }

    @Test func aPINIsNotShown() throws {
        let pin = try OperatorPIN("4071")
        var dumped = ""
        dump(pin, to: &dumped)
        #expect(!"\(pin) \(String(reflecting: pin)) \(dumped)".contains("4071"))
    }
}
