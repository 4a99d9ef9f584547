import Foundation
import Hardware
import Model
import Simulator

/// One of each request that a terminal can be asked for. A new request does not compile until it has its place here.
enum FaultCommand: String, CaseIterable, Sendable {
    case register, authorise, reverse, refund, preauthorise, book, partialRelease, release,
        openPreauthorisations, turnoverTotals, endOfDay, diagnose, initialise, logOff, setClock, enquireStatus,
        repeatReceipt, reprint, probe

    init(_ request: TerminalRequest) {
        switch request {
        case .register: self = .register
        case .authorise: self = .authorise
        case .reverse: self = .reverse
        case .refund: self = .refund
        case .preauthorise: self = .preauthorise
        case .book: self = .book
        case .partialRelease: self = .partialRelease
        case .release: self = .release
        case .openPreauthorisations: self = .openPreauthorisations
        case .turnoverTotals: self = .turnoverTotals
        case .endOfDay: self = .endOfDay
        case .diagnose: self = .diagnose
        case .initialise: self = .initialise
        case .logOff: self = .logOff
        case .setClock: self = .setClock
        case .enquireStatus: self = .enquireStatus
        case .repeatReceipt: self = .repeatReceipt
        case .reprint: self = .reprint
        case .probe: self = .probe
        }
    }

    private static let fare = Money(minorUnits: 1150, currency: .eur)
    private static let reserved = Preauthorisation(receiptNumber: 8, trace: 8)

    var request: TerminalRequest {
        switch self {
        case .register: .register(.eur)
        case .authorise: .authorise(Self.fare)
        case .reverse: .reverse(receipt: 7, Self.fare)
        case .refund: .refund(Self.fare)
        case .preauthorise: .preauthorise(Self.fare)
        case .book: .book(Self.reserved, Money(minorUnits: 1500, currency: .eur))
        case .partialRelease: .partialRelease(Self.reserved, unused: Money(minorUnits: 500, currency: .eur))
        case .release: .release(Self.reserved, Money(minorUnits: 2000, currency: .eur))
        case .openPreauthorisations: .openPreauthorisations
        case .turnoverTotals: .turnoverTotals
        case .endOfDay: .endOfDay
        case .diagnose: .diagnose(.extended)
        case .initialise: .initialise
        case .logOff: .logOff
        case .setClock:
            TerminalClock(year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 5).map { .setClock($0) }
                ?? .enquireStatus
        case .enquireStatus: .enquireStatus
        case .repeatReceipt: .repeatReceipt
        case .reprint: .reprint(.last, withResult: true)
        case .probe: .probe(.registration(.eur, .bare, wish: nil))
        }
    }

    /// The control field of the command.
    var control: UInt16 {
        switch self {
        case .register, .probe: 0x0600
        case .authorise: 0x0601
        case .reverse: 0x0630
        case .refund: 0x0631
        case .preauthorise: 0x0622
        case .book: 0x0624
        case .partialRelease, .openPreauthorisations: 0x0623
        case .release: 0x0625
        case .turnoverTotals: 0x0610
        case .endOfDay: 0x0650
        case .diagnose: 0x0670
        case .initialise: 0x0693
        case .logOff: 0x0602
        case .setClock: 0x0691
        case .enquireStatus: 0x0501
        case .repeatReceipt, .reprint: 0x0620
        }
    }

    /// Whether the records told for this command are a transaction and its receipts.
    var tellsResult: Bool { ![.turnoverTotals, .endOfDay, .diagnose, .initialise].contains(self) }

    /// What the terminal did before: a payment with receipt 7 and, where the command concerns a reservation, one with
    /// receipt 8.
    var past: TerminalJournal {
        switch self {
        case .book, .partialRelease, .release, .openPreauthorisations: .earlierReservation
        default: .earlierBooking
        }
    }
}

extension TerminalJournal {
    /// A payment, followed by an open reservation of 20.00.
    fileprivate static let earlierReservation: TerminalJournal = {
        let common = #""at":"2026-01-01T00:00:00","amountMinor":2000,"currency":"EUR","command":"reservation""#
        let json = #"""
            [{"number":3,"event":"reserved",\#(common),"receipt":8,"trace":8,"turnover":8},
             {"number":4,"event":"confirmed",\#(common),"originalTrace":8}]
            """#
        let reserved = (try? JSONDecoder().decode([Entry].self, from: Data(json.utf8))) ?? []
        return TerminalJournal(entries: earlierBooking.entries + reserved)
    }()
}
