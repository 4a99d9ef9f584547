import Failures
import Flow
import Foundation
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
    /// The right of the operator who is there.
    let right = Mutex<OperatorRight?>(nil)
    /// The tickets by which requests that have not begun are withdrawn, by the keys of the requests.
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
        case .page(let until, let isFirst): if await wait(until, task, tell) { noteSilentPage(isFirst: isFirst) }
        case .examine: await examine(host, answer)
        case .withdraw(let key): await withdraw(key, host)
        case .cancel(let payment): _ = try? await host.ask { CardPresentPaymentsAction.cancel(payment, $0) }
        case .follow(let payment): await follow(payment, tell)
        case .followGivingBack(let payment): await followGivingBack(payment, tell: answer)
        case .print(let receipt, _): await print(receipt, host, printers, answer)
        default: answer(await self.answer(to: task, language, host))
        }
    }

    /// What comes of a task that is answered once.
    private func answer(to task: KioskTask, _ language: String, _ host: any KioskHost) async -> KioskAnswer {
        switch task {
        case .open: open()
        case .findOrder(let text, _): await find(text, host)
        case .chooseOrder(let id, _): await choose(id, host)
        case .listOrders: await listOrders(host)
        case .loadPage(let category, let page, let wantsCategories, _):
            await loadPage(category, page, wantsCategories, host)
        case .loadProduct(let id, _): await loadProduct(id, host)
        case .makeOrder(_, let cart): await makeOrder(of: cart, host)
        case .prepare(let attempt, _): await prepare(attempt, host)
        case .begin(let attempt): await begin(attempt, language, host)
        case .abandon(let order): await abandon(order, host)
        case .mail(let receipt, let address, _): await mail(receipt, to: address, host)
        case .lookAtChoices: .unavailable(await unavailable(host))
        case .loadStaffNames: await staffNames(host)
        case .enterPIN(let name, let digits, _): await enter(name, digits, host)
        case .endRight: await endRight(host)
        case .loadStaffPage(let place, let limit, _): await staffPage(place, limit, language, host)
        case .doStaffWork(let work, _): await doStaffWork(work, host)
        case .idle, .slow, .page, .examine, .withdraw, .cancel, .follow, .followGivingBack, .print: .done
        }
    }

    /// The order may stay as it is: nobody has paid it.
    private func abandon(_ order: OrderID, _ host: any KioskHost) async -> KioskAnswer {
        _ = try? await host.ask { OrderAction.updateOrderStatus(order, .cancelled, $0) }
        return .done
    }

    /// False if the wait was cut short.
    @discardableResult
    private func wait(_ until: KioskTime, _ task: KioskTask, _ tell: Tell) async -> Bool {
        guard (try? await environment.sleep(until.uptime)) != nil else { return false }
        tell(.timePassed(task))
        return true
    }

    /// Logs that no page answers, and notes it for `till status`. If the note fails, the log and `/readyz` still say so.
    private func noteSilentPage(isFirst: Bool) {
        environment.log(isFirst ? .kioskPageMissing : .kioskPageSilent)
        let begin = environment.now().addingTimeInterval(-TimeInterval(KioskState.firstPagePatience.components.seconds))
        let page = isFirst ? SilentKioskPage(missingSince: begin) : SilentKioskPage(since: environment.now())
        _ = try? storage.writing { try page.note(in: $0) }
    }

    /// A page answers, or a service begins that has not heard of one.
    func forgetSilentPage() {
        guard (try? storage.reading { try SilentKioskPage.current(in: $0) }) != nil else { return }
        _ = try? storage.writing { try SilentKioskPage.forget(in: $0) }
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
                    fatal: obstacles.first { !$0.isOfPrinter }?.code,
                    printer: obstacles.first(where: \.isOfPrinter)?.code))
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
                CardPresentPaymentsAction.cancelPayment(on: devices.terminal, of: ticket, $0)
            }
            if isAsked == true { return }
        } while await pause(.milliseconds(200))
    }
}

extension Failure {
    /// Whether only the printer is concerned.
    var isOfPrinter: Bool { belongs(to: PrinterFailure.self) || belongs(to: PaperFailure.self) }

    /// Whether the terminal, or what it is connected by, is concerned.
    var isOfTerminal: Bool {
        belongs(to: ReaderFailure.self) || belongs(to: LineFailure.self) || belongs(to: DeviceFailure.self)
            || belongs(to: EndOfDayFailure.self) || self.is(PaymentFailure.inDoubt)
            || self.is(PaymentFailure.terminalBusy) || self.is(ServiceFailure.stopping)
    }
}
