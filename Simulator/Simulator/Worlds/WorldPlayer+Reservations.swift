import Failures
import Flow
import Model
import Payments
import Storage
import Stores

// Two terminals that change their addresses, and reservations that are gone.
extension WorldPlayer {
    // MARK: Two terminals

    /// Stops the till and lets the two terminals change their addresses.
    mutating func swap() throws {
        try kiosk.forEachTill { openAtSwap.formUnion(try doubtful().map(\.id)) }
        hasSwapped = true
        kiosk.swapTerminals()
    }

    // MARK: Reservations that are gone

    /// Lets the terminal lose a reservation, or not, and a person state that it does not hold it any more. A person who
    /// reads that it was booked does not state that.
    mutating func gone(_ key: String, _ how: WorldStory.Gone) throws {
        let found = try kiosk.storage.read { try $0.payment(key: key) }
        guard let found, found.kind == .reservation, found.isApproved,
            let reserved = kiosk.terminal.book.standing(for: found.id), isAtRest
        else { return }
        let terminal = kiosk.terminals.asked(for: found)
        var isHeld: Bool { terminal.book.openReservations.contains { $0.serial == reserved.serial } }
        switch how {
        case .lapsed where isHeld: terminal.lapse(reserved)
        case .byHand where isHeld: terminal.releaseByHand(reserved)
        case .lapsed, .byHand, .mistaken, .withdrawn: break
        }
        guard !terminal.book.ends(of: reserved.serial).contains(where: { $0.kind == .booking }) else { return }
        if isHeld { saidWrongly.insert(found.id) }
        let newest = terminal.newestEntry()?.receipt ?? 0
        say(how == .byHand ? .takenBack(newestReceipt: newest) : .ended, of: found.id)
        guard how == .withdrawn else { return }
        // The person retries the withdrawal.
        for _ in 0..<3 where isSaidGone(found.id) { withdraw(found) }
        if !isSaidGone(found.id) { saidWrongly.remove(found.id) }
    }

    private mutating func say(_ statement: OperatorEvidence.Statement, of reservation: PaymentID) {
        guard let till = try? kiosk.runningTill() else { return }
        log.note(.world("the operator states that \(reservation) is gone"))
        let answer = till.ask {
            CardPresentPaymentsAction.settleDoubt(reservation, statement, words: "read", $0)
        }
        if case .failure(let failure) = answer { log.note(.report("\(failure.code): \(failure.sentence)")) }
        note("said gone", answer)
    }

    /// Whether a person's statement ends the reservation.
    func isSaidGone(_ reservation: PaymentID) -> Bool {
        (try? kiosk.storage.read { try $0.end(ofReservation: reservation)?.isSaid }) == true
    }
}

extension Result<PaymentReport, Failure> {
    /// Whether it was refused because its key stands for another request.
    var isKeyConflict: Bool {
        if case .failure(let failure) = self { failure.is(PaymentFailure.keyConflict) } else { false }
    }
}
