import Failures
import Flow
import Hardware
import LogEvents
import Model
import Payments
import Storage
import Synchronization

/// Performs the tasks of a kiosk with the till's own actions.
final class KioskWork: Sendable {
    typealias Tell = @Sendable (KioskEvent.What) -> Void

    let environment: Environment
    let storage: any StorageManagerType
    let display: @Sendable (DeviceAddress) -> Reading<any KnowsThePayment>?
    private let hosts = Mutex<(any KioskHost)?>(nil)
    /// By which requests that have not begun are withdrawn, by their keys.
    /// The right of the operator who is there.
    let right = Mutex<OperatorRight?>(nil)
    private let tickets = Mutex<[String: RequestTicket]>([:])

    init(
        environment: Environment, storage: any StorageManagerType,
        display: @escaping @Sendable (DeviceAddress) -> Reading<any KnowsThePayment>?
    ) {
        self.environment = environment
        self.storage = storage
        self.display = display
    }

    /// Whether made-up screens are shown, for which nothing is done.
    private let isPretending = Atomic(false)

    var isServed: Bool { isPretending.load(ordering: .relaxed) || hosts.withLock { $0 != nil } }
    func pretend() { isPretending.store(true, ordering: .relaxed) }
    func serve(_ host: any KioskHost) { hosts.withLock { $0 = host } }

    /// Does the task, and tells what came of it.
    ///
    /// - Parameter language: the customer's.
    func perform(
        _ task: KioskTask, _ language: String, _ printers: Reading<PrintersState>, _ tell: @escaping Tell
    ) async {
        guard let host = hosts.withLock({ $0 }) else { return }
        let answer: @Sendable (KioskAnswer) -> Void = { tell(.answered(task, $0)) }
        switch task {
        case .idle(let until), .slow(let until): await wait(until, task, tell)
        case .page(let until):
            guard await wait(until, task, tell) else { return }
            environment.log(.kioskPageSilent)
        case .open: answer(open())
        case .examine: await examine(host, answer)
        case .findOrder(let text, _): answer(await find(text, host))
        case .chooseOrder(let id, _): answer(await choose(id, host))
        case .listOrders: answer(await listOrders(host))
        case .loadPage(let category, let page, let wantsCategories, _):
            answer(await loadPage(category, page, wantsCategories, host))
        case .loadProduct(let id, _): answer(await loadProduct(id, host))
        case .prepare(let attempt, let cart, _): answer(await prepare(attempt, cart, host))
        case .begin(let attempt): answer(await begin(attempt, language, host))
        case .withdraw(let key): await withdraw(key, host)
        case .cancel(let payment):
            _ = try? await host.ask { CardPresentPaymentsAction.cancel(payment, $0) }
        case .follow(let payment): await follow(payment, tell)
        case .abandon(let order):
            _ = try? await host.ask { OrderAction.updateOrderStatus(order, .cancelled, $0) }
            answer(.done)
        case .print(let receipt, _): await print(receipt, host, printers, answer)
        case .mail(let receipt, let address, _): answer(await mail(receipt, to: address, host))
        case .loadStaffNames: answer(await staffNames(host))
        case .enterPIN(let name, let digits, _): answer(await enter(name, digits, host))
        case .endRight:
            await endRight(host)
            answer(.done)
        case .loadStaffPage(let place, let limit, _): answer(await staffPage(place, limit, language, host))
        case .doStaffWork(let work, _): answer(await doStaffWork(work, host))
        case .lookAtChoices: answer(.unavailable(await unavailable(host)))
        }
    }

    /// False if the wait was cut short.
    @discardableResult
    private func wait(_ until: KioskTime, _ task: KioskTask, _ tell: Tell) async -> Bool {
        guard (try? await environment.sleep(until.uptime)) != nil else { return false }
        tell(.timePassed(task))
        return true
    }

    func pause(_ span: Duration) async -> Bool { (try? await environment.sleep(environment.uptime() + span)) != nil }

    // MARK: The machine

    /// How often it is looked whether a payment could begin, while nobody is there.
    private static let examination = Duration.seconds(3)

    private func examine(_ host: any KioskHost, _ answer: @Sendable (KioskAnswer) -> Void) async {
        repeat {
            let obstacles = await host.obstacles()
            answer(
                .obstacles(
                    fatal: obstacles.first { !$0.isOfPrinter }?.code, printer: obstacles.first(where: \.isOfPrinter)?.code))
        } while await pause(Self.examination)
    }

    // MARK: Tickets

    func ticket(of key: String) -> RequestTicket {
        tickets.withLock { tickets in
            if let known = tickets[key] { return known }
            let made = RequestTicket()
            tickets[key] = made
            return made
        }
    }

    func dropTicket(of key: String) { tickets.withLock { $0[key] = nil } }

    /// Withdraws a request, which may not have reached its terminal yet.
    private func withdraw(_ key: String, _ host: any KioskHost) async {
        let ticket = ticket(of: key)
        repeat {
            guard let devices = try? await host.devices() else { return }
            let isAsked = try? await host.ask {
                CardPresentPaymentsAction.cancelPayment(on: devices.reader, of: ticket, $0)
            }
            if isAsked == true { return }
        } while await pause(.milliseconds(200))
    }
}

extension Failure {
    /// Whether only the printer is concerned.
    var isOfPrinter: Bool { code.hasPrefix("printer.") || code.hasPrefix("paper.") }

    /// Whether the terminal, or what it is connected by, is concerned.
    var isOfTerminal: Bool {
        ["reader.", "line.", "device.", "endOfDay."].contains { code.hasPrefix($0) }
            || self.is(PaymentFailure.inDoubt) || self.is(PaymentFailure.terminalBusy)
            || self.is(ServiceFailure.stopping)
    }
}
