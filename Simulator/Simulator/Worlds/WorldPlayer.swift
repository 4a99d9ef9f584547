import Failures
import Flow
import Hardware
import Model
import Storage
import Payments
import Stores

/// Plays a story: sends requests to the till, restarts it when it has died, and lets the world act in between.
struct WorldPlayer {
    /// The answer to one request.
    struct Said {
        let request: PaymentRequest
        let report: Result<PaymentReport, Failure>
    }

    let kiosk: WorldKiosk
    private var requests: [String: PaymentRequest] = [:]
    /// What happens to the goods of each payment, by the payment's key.
    private var goods: [String: DispenseResult] = [:]
    private(set) var reports: [Said] = []
    /// The answers in short form, when the log is kept.
    private(set) var answers: [String] = []
    private(set) var violations: [String] = []
    /// The payments that a person settled wrongly and could not withdraw, because the shop was told or money was
    /// refunded since. Till reports this, and cannot know the truth.
    private(set) var mistaken: Set<PaymentID> = []
    /// The reservations that a person stated to be gone while the terminal held them.
    var saidWrongly: Set<PaymentID> = []
    /// The transactions that were in doubt when the terminals changed their addresses.
    var openAtSwap: Set<PaymentID> = []
    var hasSwapped = false
    /// The address of the terminal that the current step asks; nil for the usual one.
    private var address: DeviceAddress?
    private var givenBack = 0
    /// How long a request waits: a short time, because open payments are asked about again later.
    private let patience = Duration.seconds(15)

    init(_ kiosk: WorldKiosk) { self.kiosk = kiosk }

    var log: WorldLog { kiosk.log }

    mutating func perform(_ story: WorldStory) throws {
        for (place, step) in story.steps.enumerated() {
            if place > 0 {
                worldGoesOn()
                person()
            }
            log.note(.world("asked: \(step)"))
            try perform(step)
        }
        if !story.steps.isEmpty {
            worldGoesOn()
            person()
        }
    }

    // MARK: Steps

    private mutating func perform(_ step: WorldStory.Step) throws {
        switch step {
        case .pay(let order, let key): ask(.order(OrderID(rawValue: order)), key)
        case .payElsewhere(let order, let key): ask(.order(OrderID(rawValue: order)), key, at: WorldKiosk.otherName)
        case .payAtSecond(let order, let key):
            try kiosk.turn(to: 1)
            ask(.order(OrderID(rawValue: order)), key)
            try kiosk.turn(to: 0)
        case .payGoods(let order, let key, let goods):
            self.goods[key] = goods.issue
            ask(.order(OrderID(rawValue: order)), key)
        case .reserve(let order, let key): ask(.reserve(.order(OrderID(rawValue: order))), key)
        case .book(let key, let part): end(key) { .book($0, Self.used(part)) }
        case .release(let key): end(key) { .release($0) }
        case .payAmount(let key): ask(.amount(Money(minorUnits: 1150, currency: .eur)), key)
        case .payFrancs(let key): ask(.amount(Money(minorUnits: 1150, currency: .francs)), key)
        case .refund(let key): giveBack(key) { .refund(of: $0, nil) }
        case .reverse(let key): giveBack(key) { .reversal(of: $0) }
        case .endDay: endDay()
        case .reprint: reprint()
        case .twin(let step):
            address = kiosk.terminals.twin?.address
            defer { address = nil }
            return try perform(step)
        case .swap: try swap()
        case .gone(let key, let how): try gone(key, how)
        }
        kiosk.restartIfFull()
    }

    private mutating func ask(_ subject: PaymentRequest.Subject, _ key: String, at address: DeviceAddress? = nil) {
        let request = PaymentRequest(
            subject: subject, key: key, terminal: address ?? self.address ?? kiosk.terminal.address,
            printer: MemoryPrinter.address, giveUpAfter: patience)
        _ = ask(request)
    }

    @discardableResult
    private mutating func ask(_ request: PaymentRequest) -> Result<PaymentReport, Failure>? {
        let issue = request.key.flatMap { goods[$0] }
        let answer = (try? kiosk.runningTill()).flatMap { $0.pay(request, goods: issue) }
        // What a key was refused for is not what its payment is about.
        if let key = request.key, answer?.isKeyConflict != true { requests[key] = request }
        guard let answer else {
            log.note(.report("nothing: it is dead"))
            note(request.key ?? "", nil)
            return nil
        }
        note(request.key ?? "", answer)
        reports.append(Said(request: request, report: answer))
        switch answer {
        case .success(let report): log.note(.report("\(report.payment) is \(report.outcome)"))
        case .failure(let failure): log.note(.report("\(failure.code): \(failure.sentence)"))
        }
        return answer
    }

    mutating func note(_ what: String, _ answer: Result<PaymentReport, Failure>?) {
        guard log.isKept else { return }
        answers.append("\(what) \(WorldRecord.words(answer))")
        if case .failure(let failure)? = answer {
            log.note(.detail("\(failure) \(failure.recovery.rawValue) \(failure.causes)"))
        }
        for payment in (try? doubtful()) ?? [] { log.note(.detail("\(payment.stage)")) }
    }

    private mutating func giveBack(_ key: String, _ what: (PaymentID) -> PaymentRequest.GiveBack) {
        guard let payment = try? kiosk.storage.read({ try $0.payment(key: key)?.id }) else { return }
        givenBack += 1
        ask(.giveBack(what(payment)), "back-\(givenBack)")
    }

    /// Ends the reservation with this key.
    private mutating func end(_ key: String, _ how: (PaymentID) -> PaymentRequest.Subject) {
        guard let payment = try? kiosk.storage.read({ try $0.payment(key: key)?.id }) else { return }
        givenBack += 1
        ask(how(payment), "end-\(givenBack)")
    }

    private static func used(_ part: WorldStory.Part) -> PaymentRequest.Used {
        let five = Money(minorUnits: 500, currency: .eur)
        return switch part {
        case .all: .all
        case .part: .only(five)
        case .rest: .allBut(five)
        }
    }

    private mutating func endDay() {
        guard let till = try? kiosk.runningTill() else { return }
        let request = EndOfDayRequest(terminal: address ?? kiosk.terminal.address, printer: MemoryPrinter.address)
        let report = till.ask { EndOfDayAction.endDay(request, $0) }
        log.note(.report("end of day: \(report.map { "\($0.map(\.outcome))" } ?? "dead")"))
        if case .success(let report)? = report { log.note(.detail(report.everyWord)) }
        if log.isKept { answers.append("end of day \(report.map(Self.words) ?? "nothing")") }
    }

    private static func words(_ answer: Result<EndOfDayReport, Failure>) -> String {
        switch answer {
        case .success(let report): report.outcome.word
        case .failure(let failure): failure.code
        }
    }

    private mutating func reprint() {
        guard let till = try? kiosk.runningTill() else { return }
        let answer = till.ask {
            PrintSpoolAction.reprint(ReceiptReference("last"), printer: MemoryPrinter.address, $0)
        }
        guard log.isKept else { return }
        switch answer {
        case .success(let job): answers.append("reprint \(job.copy.rawValue)")
        case .failure(let failure): answers.append("reprint \(failure.code)")
        case nil: answers.append("reprint nothing")
        }
    }

    // MARK: The world

    private func worldGoesOn() {
        let (terminal, world) = (kiosk.terminal, kiosk.world)
        let way = kiosk.choices.choose(.between)
        if way > 0 { log.note(.world(ChoicePoint.between.options[way])) }
        switch way {
        case 1: world.advance(by: .seconds(10))
        case 2: world.advance(by: .seconds(250))
        case 3: terminal.endDay("its host ends its day")
        case 4: if !terminal.isBusyByItself { terminal.takeForAnother() }
        case 5: terminal.exchange()
        case 6: terminal.setUpAnew()
        case 7: terminal.restore()
        default: break
        }
    }

    private mutating func person() {
        let way = kiosk.choices.choose(.person)
        // A person who reads the terminal's journal waits until it is at rest.
        guard way > 0, isAtRest else { return }
        kiosk.forEachTill { settleAll(way) }
    }

    private mutating func settleAll(_ way: Int) {
        for payment in (try? doubtful()) ?? [] {
            if way == 3 {
                settle(payment, mistaken: true)
                // The person retries the withdrawal; a mistake that cannot be withdrawn stands.
                for _ in 0..<3 where !isOpen(payment) { withdraw(payment) }
                if !isOpen(payment) { mistaken.insert(payment.id) }
            }
            settle(payment)
            if way == 2 {
                withdraw(payment)
                settle(payment)
            }
        }
    }

    /// Whether no terminal works by itself.
    var isAtRest: Bool { !kiosk.terminals.all.contains(where: \.isBusyByItself) }

    private func isOpen(_ payment: PaymentRecord) -> Bool {
        (try? kiosk.storage.read { try $0.payment(id: payment.id)?.isOpen }) == true
    }

    func doubtful() throws(StorageError) -> [PaymentRecord] {
        try kiosk.storage.read { try $0.unsettledPayments() }
    }

    // MARK: After the faults have stopped

    /// Stops the faults and asks about open payments again.
    mutating func calmDown() {
        kiosk.choices.isCalm = true
        kiosk.forEachTill { kiosk.restartIfFull() }
        log.note(.world("all is calm"))
        kiosk.world.advance(by: .seconds(300))
        for _ in 0..<2 {
            kiosk.forEachTill {
                for record in (try? doubtful()) ?? [] {
                    guard let key = record.key, let request = requests[key] else { continue }
                    ask(request)
                }
            }
            // A transaction that is asked about for the first time may still be running.
            kiosk.world.advance(by: .seconds(250))
        }
        // Wait until no terminal can be in the middle of a transaction.
        kiosk.world.advance(by: .seconds(300))
    }

    func doubts() throws -> [String] {
        var doubts: [String] = []
        try kiosk.forEachTill {
            doubts += try doubtful().map {
                "\($0.kind.rawValue) \($0.id): \($0.outcome.map { "\($0)" } ?? "open")"
            }
        }
        return doubts
    }

    func unjustified(_ doubts: [String]) -> [String] {
        // Two tills at one terminal do not know of each other, and a person's mistake that stands is believed.
        kiosk.tills.count > 1 || hasSwapped || !mistaken.isEmpty || kiosk.choices.taken.contains(where: \.excusesDoubt)
            ? [] : doubts
    }

    /// Checks that each doubt can be settled by what the terminal's book says.
    mutating func settleDoubts() throws {
        try kiosk.forEachTill { try settleAllDoubts() }
    }

    private mutating func settleAllDoubts() throws {
        // Settled transactions help to settle the others, so this runs twice.
        for record in try doubtful() { settle(record) }
        for record in try doubtful() {
            let isSame = !hasSwapped && !kiosk.choices.taken.contains(where: \.changesTerminal)
            if case .failure(let failure)? = settle(record), isSame, !isMistakes(failure) {
                violations.append("no-way-out: \(record.id), \(failure.code): \(failure.sentence)")
            }
        }
    }

    /// Whether the failure follows from a person's mistake that cannot be withdrawn: another payment has claimed the
    /// same transaction.
    private func isMistakes(_ failure: Failure) -> Bool {
        failure.is(PaymentFailure.transactionClaimed) && !mistaken.isEmpty
    }

    /// Checks that an order without charges and doubts can be paid.
    mutating func payWhatIsUnpaid() {
        let book = kiosk.terminal.book
        for order in [Int64(1042)] {
            let payments =
                (try? kiosk.storage.read { try $0.payments(order: OrderID(rawValue: order), site: .embedded) }) ?? []
            guard !payments.contains(where: \.isOpen), !payments.isEmpty,
                !payments.contains(where: { $0.kind == .reservation && $0.isApproved && !isSaidGone($0.id) }),
                !book.charges.contains(where: { charge in payments.contains { $0.id == charge.request } }),
                !book.refunds.contains(where: { $0.request != nil })
            else { continue }
            payUnpaid(order)
        }
    }

    /// A person settles doubts that come up again before or during this payment.
    private mutating func payUnpaid(_ order: Int64) {
        for attempt in 1...6 {
            ask(.order(OrderID(rawValue: order)), "calm-\(attempt)")
            switch reports.last?.report {
            case .success(let report) where report.outcome.isFinal:
                if case .approved = report.outcome { return }
                return violations.append("cannot-pay: order \(order) ends as \(report.outcome)")
            case .success: break
            case .failure(let failure)
            where failure.is(PaymentFailure.seemsBooked) || failure.is(PaymentFailure.inDoubt): break
            case .failure(let failure):
                return violations.append("cannot-pay: order \(order), \(failure.code): \(failure.sentence)")
            case nil: return violations.append("cannot-pay: order \(order), no answer")
            }
            kiosk.world.advance(by: .seconds(300))
            try? settleDoubts()
            if isCharged(order) { return }
        }
        violations.append("cannot-pay: order \(order) stays in doubt")
    }

    private func isCharged(_ order: Int64) -> Bool {
        let payments =
            (try? kiosk.storage.read { try $0.payments(order: OrderID(rawValue: order), site: .embedded) }) ?? []
        return payments.contains(where: \.isApproved)
    }
}

extension Currency {
    fileprivate static let francs = Currency(code: "CHF") ?? .eur
}
