import Model
import Testing

struct MoneyTests {
    private static let tenth = Money(minorUnits: 10, currency: .eur)

    @Test func anAmountIsReadExactly() throws {
        #expect(try Money(parsing: "0.10", currency: .eur) == Self.tenth)
    }
}
