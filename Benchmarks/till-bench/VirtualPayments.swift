import Flow
import Model
import Simulator
import Storage
import Stores

/// Whole payments in virtual time on one core: the till's own stores, the ZVT machine and a simulated terminal at either
/// end of a simulated wire, the journal chained in memory, both receipts printed. How fast the crash table can run.
struct VirtualPayments: Benchmark {
    static let name = "virtual_payments"
    private static let payments = 200
    private static let amount = Money(minorUnits: 1150, currency: .eur)

    private let stopwatch: Stopwatch

    init(_ place: Workplace) { stopwatch = place.stopwatch }

    func figures() throws -> [Figure] {
        let nanoseconds = try stopwatch.best(of: 5, repetitions: 1, day)
        let perSecond = Double(Self.payments) / (nanoseconds / 1e9)
        return [Figure(name: Self.name, value: perSecond, unit: "1/s", goal: .atLeast(5000))]
    }

    /// One day of a kiosk, held against the terminal's book at its end.
    private func day() throws {
        let kiosk = try VirtualKiosk(TerminalScenario(), orders: []) { world in MemoryStorage { world.now } }
        let till = try kiosk.startTill()
        for _ in 0..<Self.payments {
            let request = PaymentRequest(
                subject: .amount(Self.amount), reader: kiosk.terminal.address, printer: MemoryPrinter.address)
            _ = try till.pay(request)?.get()
            till.printPending()
        }
        let booked = kiosk.truth.standing.count
        guard booked == Self.payments, try kiosk.violations().isEmpty else {
            throw BenchmarkFailed(description: "\(booked) of \(Self.payments) payments are booked, or wrongly")
        }
    }
}
