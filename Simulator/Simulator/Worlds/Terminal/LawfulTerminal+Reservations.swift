import Model

// Reservations and their ends.
extension LawfulTerminal {
    /// The open reservation to which the command refers.
    private var reserved: HonestBook.Entry? {
        book.openReservations.last { $0.terminalID == memory.terminalID && $0.receipt == request.receipt }
    }

    /// The amount to charge; nil when the reservation cannot be charged or freed in this way.
    private func charged(of reserved: HonestBook.Entry) -> Int64? {
        let amount = request.amount ?? reserved.amount
        guard 1...reserved.amount ~= amount else { return nil }
        switch request.command {
        case .bookTotal: return amount
        case .partialRelease: return amount < reserved.amount ? reserved.amount - amount : nil
        case .release: return amount == reserved.amount ? 0 : nil
        case .payment, .refund, .reversal, .reservation: return nil
        }
    }

    func endReservation() {
        guard let reserved else { return begin([.say(Self.aborted(TerminalCode.reservation), .answer)]) }
        guard charged(of: reserved) != nil else {
            return begin([.say(Self.aborted(TerminalCode.reservationAmount), .answer)])
        }
        begin(progress(TerminalCode.working) + [.pause(.seconds(1)), .perform { $0.end(reserved) }])
    }

    private func end(_ reserved: HonestBook.Entry) {
        guard let charged = charged(of: reserved), choices.choose(.card) != 1 else { return decline(0x05) }
        let isRelease = request.command == .release
        let entry = enter(
            isRelease ? .release : .booking, isRelease ? reserved.amount : charged, original: reserved.serial)
        if request.command == .partialRelease, choices.choose(.freedAmount) == 1 {
            book.change(entry.serial) { $0.toldAmount = reserved.amount - charged }
        }
        hold(entry)
        let told = book.entries[entry.serial]
        plan = [.say(result(told, repeated: false), .commit)] + slips(of: told) + [.say(Self.completion, .answer)]
    }

    /// Answers which reservations are open.
    func tellReservations() {
        let receipts = book.openReservations.filter { $0.terminalID == memory.terminalID }.map(\.receipt)
        let encoder = TerminalEncoder(scenario: TerminalScenario(), registration: registration)
        switch habits.reservations {
        case .namesAll: begin([.say(encoder.bytes(.openReservations(receipts)), .answer)])
        case .namesOne: begin([.say(encoder.bytes(.openReservations(Array(receipts.prefix(1)))), .answer)])
        case .refuses: say(Self.no(TerminalCode.impossible))
        }
    }

    // MARK: Without a till

    /// The reservation lapses at its host, of which the terminal tells nothing.
    func lapse(_ reserved: HonestBook.Entry) {
        let time = time
        let entry = book.add { serial in
            HonestBook.Entry(
                serial: serial, kind: .release, amount: reserved.amount, receipt: 0, trace: 0, turnover: 0, at: time,
                terminalID: reserved.terminalID, request: nil, original: reserved.serial)
        }
        log.note(.book("B\(entry.serial): B\(reserved.serial) lapses"))
    }

    /// A person releases the reservation in the terminal's own menu.
    func releaseByHand(_ reserved: HonestBook.Entry) {
        _ = enter(.release, reserved.amount, original: reserved.serial, for: .some(nil))
    }
}
