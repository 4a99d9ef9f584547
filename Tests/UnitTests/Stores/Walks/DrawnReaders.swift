import Flow
import Foundation
import Hardware
import Model
import Synchronization

@testable import Stores
@testable import Payments

/// Terminals that answer as it is drawn: mostly as they should, with a book of what they were told to keep.
final class DrawnReaders: CardReaderService {
    /// What a terminal does when it is asked: events, each of which may wait for its answer.
    typealias Script = [TerminalEvent]

    struct Book {
        var draw: Draw
        var bookings: [TransactionResult] = []
        /// Where its day begins among them.
        var begun = 0
        var lastTotals: TerminalTotals?
        var receipt = 41
        var trace = 122
        var record = 0
        /// Lines that nobody has closed.
        var open: Set<Int> = []
        var connected = 0
        /// What it was asked, and what it was answered.
        var lines: [String] = []
    }

    let book: Mutex<Book>
    let world: VirtualWorld

    init(_ draw: Draw, in world: VirtualWorld) {
        book = Mutex(Book(draw: draw))
        self.world = world
    }

    var lines: [String] { book.withLock { $0.lines } }

    func discover() -> [DeviceIdentity] { [] }

    func connect(_ address: DeviceAddress) throws(Failure) -> any PaymentTerminal {
        guard book.withLock({ !$0.draw.isLucky(15) }) else { throw .unplugged }
        let number = book.withLock { book in
            book.connected += 1
            book.open.insert(book.connected)
            return book.connected
        }
        return Terminal(DeviceIdentity(kind: .terminal, address: address), number, self)
    }

    private final class Terminal: PaymentTerminal {
        private struct State {
            var script = Script()[...]
            var waitsFor: TerminalRecordID?
            var listener: (@Sendable (TerminalEvent) -> Void)?
        }

        let identity: DeviceIdentity
        let longestCardPhase = Duration.seconds(60)
        private let number: Int
        private let readers: DrawnReaders
        private let state = Mutex(State())

        init(_ identity: DeviceIdentity, _ number: Int, _ readers: DrawnReaders) {
            self.identity = identity
            self.number = number
            self.readers = readers
        }

        func start(_ request: TerminalRequest, events: @escaping @Sendable (TerminalEvent) -> Void) {
            let now = readers.world.now
            let script = readers.book.withLock { book in
                book.lines.append("asked \(request)")
                return book.script(for: request, at: now)
            }
            state.withLock { $0 = State(script: script[...], listener: events) }
            goOn()
        }

        func answer(_ record: TerminalRecordID, _ verdict: StorageVerdict) {
            guard state.withLock({ $0.waitsFor == record }) else { return }
            let result: TransactionResult? = state.withLock { state in
                defer { (state.waitsFor, state.script) = (nil, state.script.dropFirst()) }
                guard case .result(_, let result)? = state.script.first else { return nil }
                return result
            }
            readers.book.withLock { book in
                book.lines.append("answered \(verdict)")
                if let result, result.resultCode == 0, verdict.isCommit, !book.bookings.contains(result) {
                    book.bookings.append(result)
                }
            }
            goOn()
        }

        func cancel() { readers.book.withLock { $0.lines.append("asked to cancel") } }

        func close() {
            readers.book.withLock { book in _ = book.open.remove(number) }
            let (listener, isOver) = state.withLock { state in
                defer { (state.script, state.listener) = ([], nil) }
                return (state.listener, state.script.isEmpty)
            }
            if !isOver { listener?(.finished(.disturbed(.unplugged))) }
        }

        /// Each event takes a second.
        private func goOn() {
            let environment = readers.world.environment
            _ = environment.spawn("drawn terminal") { [weak self] in
                while let self {
                    try? await environment.sleep(environment.uptime() + .seconds(1))
                    guard let (event, listener) = next() else { return }
                    listener(event)
                    if state.withLock({ $0.waitsFor != nil }) { return }
                }
            }
        }

        private func next() -> (TerminalEvent, @Sendable (TerminalEvent) -> Void)? {
            state.withLock { state in
                guard state.waitsFor == nil, let event = state.script.first, let listener = state.listener else {
                    return nil
                }
                switch event {
                case .result(let id, _), .totals(let id, _), .text(let id, _): state.waitsFor = id
                case .finished:
                    (state.script, state.listener) = ([], nil)
                case .accepted, .progress, .openPreauthorisations, .answered, .orphanEnded:
                    state.script = state.script.dropFirst()
                }
                return (event, listener)
            }
        }
    }
}

extension DrawnReaders.Book {
    private mutating func id() -> TerminalRecordID {
        record += 1
        return TerminalRecordID(record)
    }

    fileprivate mutating func script(for request: TerminalRequest, at now: Date) -> DrawnReaders.Script {
        let state = TerminalState(terminalID: draw.one("29001234", "29001234", "29001234", nil), status: 0)
        if draw.isLucky(25) { return [.finished(.refused(code: draw.one(0x9C, 0x83, 0xF0)))] }
        if draw.isLucky(25) { return [.accepted, .finished(draw.one(.disturbed(.sample), .aborted(code: 0x6C)))] }
        switch request {
        case .register, .probe: return [.accepted, .finished(.completed(state))]
        case .enquireStatus:
            return [.accepted, .finished(.completed(TerminalState(status: draw.one(0, 0, 0, 0x9C))))]
        case .authorise(let money), .reverse(_, let money), .refund(let money), .preauthorise(let money),
            .book(_, let money), .partialRelease(_, let money), .release(_, let money):
            return transaction(of: money, request, at: now)
        case .repeatReceipt, .reprint(.last, _): return lastReceipt()
        case .turnoverTotals:
            return [.accepted, .totals(id(), totals(at: now)), .finished(.completed(state))]
        case .endOfDay: return endOfDay(at: now, state)
        case .reprint(.endOfDay, _):
            guard let lastTotals else { return [.finished(.refused(code: 0x6A))] }
            return [.accepted, .totals(id(), lastTotals), .text(id(), draw.text()), .finished(.completed(state))]
        case .openPreauthorisations:
            return [
                .accepted, .openPreauthorisations(draw.one([], [Preauthorisation(receiptNumber: receipt)])),
                .finished(.completed(state)),
            ]
        case .diagnose, .initialise, .logOff, .setClock, .reprint: return [.finished(.refused(code: 0x83))]
        }
    }

    private func stamp(_ result: inout TransactionResult, at now: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.month, .day, .hour, .minute, .second], from: now)
        (result.month, result.day, result.hour) = (parts.month, parts.day, parts.hour)
        (result.minute, result.second) = (parts.minute, parts.second)
    }

    private mutating func transaction(of money: Money, _ request: TerminalRequest, at now: Date) -> DrawnReaders.Script
    {
        (receipt, trace) = (receipt + 1, trace + 1)
        var result = TransactionResult.approved(
            amount: draw.isLucky(12) ? money.minorUnits + 1 : money.minorUnits, receipt: receipt)
        result.trace = trace
        stamp(&result, at: now)
        result.panLastDigits = draw.one("1234", "1234", nil)
        result.scheme = draw.one(.visa, .mastercard)
        if case .reverse(let receipt, _) = request {
            result.originalTrace = bookings.last { $0.receiptNumber == receipt }?.trace
        }
        var failed = result
        failed.resultCode = draw.one(0x6C, 0x05)
        let texts = draw.isLucky(3) ? [TerminalEvent.text(id(), draw.text()), .text(id(), draw.text())] : []
        if draw.isLucky(14) { bookings.append(result) }
        return switch draw.number(0...11) {
        case 0: [.accepted, .result(id(), failed)] + texts + [.finished(.aborted(code: failed.resultCode))]
        case 1: [.accepted, .finished(.aborted(code: 0x6C))]
        case 2: [.accepted, .progress(TerminalProgress(.presentCard)), .finished(.disturbed(.sample))]
        case 3: [.accepted, .result(id(), result), .finished(.disturbed(.sample))]
        default:
            [.accepted, .progress(TerminalProgress(.watchPINPad)), .result(id(), result)] + texts
                + [.finished(.completed(TerminalState()))]
        }
    }

    private mutating func lastReceipt() -> DrawnReaders.Script {
        guard let last = bookings.last, !draw.isLucky(12) else {
            return [.accepted, .finished(draw.one(.aborted(code: 0x6A), .refused(code: 0x83)))]
        }
        let texts = draw.isLucky(3) ? [TerminalEvent.text(id(), draw.text())] : []
        return [.accepted, .result(id(), last)] + texts + [.finished(.completed(TerminalState()))]
    }

    private mutating func totals(at now: Date) -> TerminalTotals {
        let day = bookings[begun...]
        var totals = TerminalTotals()
        totals.resultCode = 0
        totals.totalMinor = day.reduce(0) { $0 + ($1.amountMinor ?? 0) } + Int64(draw.one(0, 0, 0, 0, 0, 100))
        totals.firstReceipt = draw.isLucky(4) ? nil : day.first?.receiptNumber ?? 0
        totals.lastReceipt = day.last?.receiptNumber ?? 0
        var stamped = TransactionResult(resultCode: 0)
        stamp(&stamped, at: now)
        (totals.month, totals.day, totals.hour) = (stamped.month, stamped.day, stamped.hour)
        (totals.minute, totals.second, totals.trace) = (stamped.minute, stamped.second, draw.one(trace, nil))
        return totals
    }

    private mutating func endOfDay(at now: Date, _ state: TerminalState) -> DrawnReaders.Script {
        let told = totals(at: now)
        let texts = draw.isLucky(4) ? [] : [TerminalEvent.text(id(), draw.text()), .text(id(), draw.text())]
        let path = draw.number(0...6)
        if path != 0 { (lastTotals, begun) = (told, bookings.count) }
        return switch path {
        case 0: [.accepted, .finished(draw.one(.aborted(code: 0x77), .disturbed(.sample)))]
        case 1: [.accepted, .finished(.disturbed(.sample))]
        case 2: [.accepted, .totals(id(), told), .finished(.disturbed(.sample))]
        case 3: [.accepted] + texts + [.finished(.completed(state))]
        default: [.accepted, .totals(id(), told)] + texts + [.finished(.completed(state))]
        }
    }
}
