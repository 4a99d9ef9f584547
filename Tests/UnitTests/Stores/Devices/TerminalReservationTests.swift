import Failures
import Flow
import Hardware
import Model
import Testing

@testable import Payments
@testable import Stores

/// Which work has a terminal, and what of it can be cancelled.
@Suite struct TerminalReservationTests {
    private let scheduler: TerminalScheduler
    private let terminal = Counter.terminal

    init() throws { scheduler = try Counter().scheduler }

    /// A person has already left when the request gets its turn.
    @Test(arguments: [true, false]) func aRequestThatWasCancelledBeforeItsTurnDoesNotBegin(_ leaves: Bool) throws {
        let ticket = RequestTicket()
        let runs = leaves ? scheduler.leave(terminal, of: ticket) : scheduler.cancel(on: terminal, of: ticket)
        #expect(!runs)
        #expect(throws: Failure.cancelledInTime) { try scheduler.reserve(terminal, for: .payment, ticket) }
        #expect(!scheduler.isBusy(at: terminal))
        try scheduler.reserve(terminal, for: .payment, RequestTicket())
        #expect(scheduler.isBusy(at: terminal) && !scheduler.isCancelled(terminal))
    }

    /// Memory does not grow with what people call off.
    @Test func ofRequestsThatWereCalledOffTheNewestAreRemembered() throws {
        let tickets = (0..<65).map { _ in RequestTicket() }
        for ticket in tickets { #expect(!scheduler.cancel(on: terminal, of: ticket)) }
        for ticket in tickets.dropFirst() {
            #expect(throws: Failure.cancelledInTime) { try scheduler.reserve(terminal, for: .payment, ticket) }
        }
        try scheduler.reserve(terminal, for: .payment, tickets[0])
    }

    @Test func aRequestCancelsNothingButItself() throws {
        let ticket = RequestTicket()
        try scheduler.reserve(terminal, for: .payment, ticket)
        #expect(!scheduler.cancel(on: terminal, of: RequestTicket()) && !scheduler.isCancelled(terminal))
        #expect(scheduler.cancel(on: terminal, of: ticket) && scheduler.isCancelled(terminal))
    }

    @Test func aTicketNamesTheTransactionOnceItHasBegun() {
        let (ticket, other) = (RequestTicket(), RequestTicket())
        #expect(ticket.payment == nil && ticket != other)
        ticket.note(PaymentID(rawValue: "pay-1"))
        #expect(ticket.payment == PaymentID(rawValue: "pay-1") && other.payment == nil)
    }

    @Test func nobodyCancelsARecovery() throws {
        try scheduler.reserve(terminal, for: .recovery(PaymentID(rawValue: "pay-1")))
        #expect(!scheduler.cancel(on: terminal) && !scheduler.isCancelled(terminal))
    }
}
