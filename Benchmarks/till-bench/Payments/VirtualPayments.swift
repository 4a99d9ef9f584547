import Flow
import Glibc
import Model
import Simulator
import Storage
import StorageInMemory
import Payments

/// Whole payments in virtual time on one core: the till's own stores, the ZVT machine and a simulated terminal on a
/// simulated line, the journal chained in memory, both receipts printed. This is the speed of the crash table.
struct VirtualPayments: Benchmark {
    static let name = "virtual_payments"
    /// Payments per day; the cost of what a kiosk remembers of a day grows with them.
    private static let payments = 25
    private static let days = 4
    private static let rounds = 10
    private static let amount = Money(minorUnits: 1150, currency: .eur)

    init(_ place: Workplace) {}

    func figures() throws -> [Figure] {
        // Processor time, which does not depend on what else runs on the machine.
        let clock = Stopwatch { Self.processorTime }
        let nanoseconds = try clock.best(of: Self.rounds, repetitions: Self.days, day)
        let perSecond = Double(Self.payments) / (nanoseconds / 1e9)
        return [Figure(name: Self.name, value: perSecond, unit: "1/s", goal: .atLeast(5000))]
    }

    private static var processorTime: Uptime {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let microseconds = [usage.ru_utime, usage.ru_stime].map { Int64($0.tv_sec) * 1_000_000 + Int64($0.tv_usec) }
        return Uptime(nanoseconds: 1_000 * microseconds.reduce(0, +))
    }

    /// One day of a kiosk, compared with the terminal's journal at its end.
    private func day() throws {
        let kiosk = try VirtualKiosk(TerminalScenario(), orders: []) { world in MemoryStorage { world.now } }
        let till = try kiosk.startTill()
        for _ in 0..<Self.payments {
            let request = PaymentRequest(
                subject: .amount(Self.amount), terminal: kiosk.terminal.address, printer: MemoryPrinter.address)
            _ = try till.pay(request)?.get()
            till.printPending()
        }
        let booked = kiosk.truth.standing.count
        guard booked == Self.payments, try kiosk.violations().isEmpty else {
            throw BenchmarkFailed(description: "\(booked) of \(Self.payments) payments are booked, or wrongly")
        }
        kiosk.end()
    }
}
