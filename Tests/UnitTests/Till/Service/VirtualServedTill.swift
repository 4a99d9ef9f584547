import Failures
import Flow
import Foundation
import HTTPNetworking
import Hardware
import Model
import Networking
import Payments
import Simulator
import Storage
import StorageInMemory
import Stores
import Synchronization

@testable import Service

/// A kiosk in virtual time, as the service serves it.
final class VirtualServedTill: ServedTill {
    let kiosk: VirtualKiosk
    /// A second terminal, at the bar. It is configured once a test says so.
    let bar: SimulatedTerminalInMemory
    /// The device locks, which other processes have too.
    let locks = ProcessDeviceLocks()
    let servedKiosk: ServedKiosk?
    let feed: JournalFeed
    let endpoints: EventEndpoints
    let eventDelivery: EventDelivery
    let shopWebhooks: ShopWebhooks
    /// How often the shop is asked what has happened there.
    let pause = Mutex<Duration?>(.seconds(300))
    let figures = ServiceFigures()
    private let till: VirtualTill
    private let besides = Mutex<(readers: [ListedDevice], printers: [ListedDevice])>(([], []))
    /// Runs before each action of this type.
    private let delay = Mutex<(@Sendable (any Action.Type) async -> Void)?>(nil)

    init(
        _ scenario: TerminalScenario = TerminalScenario(),
        orders: [OrderID] = [OrderID(rawValue: 1042), OrderID(rawValue: 1043)],
        kiosk servedKiosk: ServedKiosk? = nil, directory: String = "/nonexistent"
    ) throws {
        self.servedKiosk = servedKiosk
        kiosk = try VirtualKiosk(scenario, orders: orders)
        let environment = kiosk.world.environment
        bar = SimulatedTerminalInMemory(scenario, environment: environment, baud: 115_200, path: "bar")
        till = try kiosk.startTill(locks: locks, besides: [bar])
        feed = JournalFeed(environment: environment)
        let secrets = CredentialFiles(directory: directory)
        endpoints = EventEndpoints(storage: kiosk.storage, environment: environment, secrets: secrets)
        shopWebhooks = ShopWebhooks(storage: kiosk.storage, environment: environment, secrets: secrets)
        eventDelivery = EventDelivery(endpoints, post: NoPost())
    }

    var notificationPause: Duration? { pause.withLock { $0 } }

    func event(
        of delivery: WebhookDelivery, signedWith secret: WebhookSecret
    ) throws(NetworkError) -> WebhookEvent? {
        try WebhookVerifier(secret).event(of: delivery)
    }

    /// Nobody is told of events.
    private struct NoPost: EventPosting {
        func post(_ request: EventRequest) async throws(Failure) -> EventAnswer {
            throw .noAnswer(from: request.url, Sentence(stored: "nobody"))
        }
    }

    /// What the configuration calls the terminal and the printer.
    let names = Mutex((reader: "counter", printer: "receipts"))

    /// Nobody is signed in any more.
    func signOut() throws {
        let till = till
        try kiosk.world.finish { () async throws(Failure) in try await till.stores.logout() }
    }

    /// Configures a second terminal, and a second printer where there is one.
    func configure(bar: Bool, printer: DeviceAddress? = nil) {
        besides.withLock {
            $0.readers = bar ? [ListedDevice(name: "bar", address: self.bar.address)] : []
            $0.printers = printer.map { [ListedDevice(name: "kitchen", address: $0)] } ?? []
        }
    }

    /// Has this much time pass before each action of a type is handled.
    func delay<Delayed: Action>(_ type: Delayed.Type, by span: Duration) {
        let environment = environment
        delay.withLock {
            $0 = { asked in
                guard asked == type else { return }
                try? await environment.sleep(environment.uptime() + span)
            }
        }
    }

    var environment: Environment { kiosk.world.environment }
    var storage: any StorageManagerType { kiosk.storage }
    var language: OperatorLanguage { .en }
    let isSynchronised = Mutex(false)
    var isClockSynchronised: Bool { isSynchronised.withLock { $0 } }
    /// The shop's time zone, which is not this machine's.
    let timeZone = TimeZone.gmt
    /// When the shop's day began.
    let dayBegan = Mutex(Date.distantPast)
    var startOfDay: Date { dayBegan.withLock { $0 } }
    var options: [Output.ConfiguredOption] { [] }
    var isBusy: Bool { till.stores.isBusy }
    func isBusy(at terminal: DeviceAddress) -> Bool { till.stores.isBusy(at: terminal) }

    func ask<Asked: Action, Value: Sendable>(_ make: (Reply<Value>) -> Asked) async throws(Failure) -> Value {
        await delay.withLock { $0 }?(Asked.self)
        return try await till.stores.manager.ask(make)
    }

    func payment(on terminal: DeviceAddress) -> Reading<any KnowsThePayment> { till.stores.payment(on: terminal) }
    var watched: Reading<any KnowsTheDevices> { till.stores.devices }
    var printers: Reading<any KnowsThePrinters> { till.stores.printers }

    func knownTerminals() -> [ListedDevice] {
        [ListedDevice(name: names.withLock(\.reader), address: kiosk.terminal.address)]
            + besides.withLock { $0.readers }
    }

    func knownPrinters() -> [ListedDevice] {
        [ListedDevice(name: names.withLock(\.printer), address: MemoryPrinter.address)]
            + besides.withLock { $0.printers }
    }

    func route(of receipt: Receipt) -> DeviceAddress? { nil }
    func draw(_ receipt: Receipt, as form: ReceiptForm) -> [UInt8] { [] }

    func testPage(for printer: DeviceAddress) -> PrintData { PrintData([0x0A]) }

    func drawerCommands(_ number: Int?, of printer: DeviceAddress) -> DrawerCommands {
        DrawerCommands(number: number ?? 1, inOrder: [0x1B], atOnce: nil)
    }

    func recoveryCommand(of printer: DeviceAddress) -> [UInt8] { [0x10] }

    /// Nothing is found about a device that answers.
    func findings(_ answers: [DeviceAddress: DeviceAnswer], in language: OperatorLanguage) -> [Output.Finding] {
        answers.compactMap { device, answer in
            guard case .failed(let failure) = answer else { return nil }
            return Output.Finding(.stops, failure.code, "\(device): \(failure.said)", remedy: nil)
        }
    }

    func backUp() throws(Failure) -> ServedBackup { throw StorageError.readOnly.failure }

    var isMailOn: Bool { false }
    func qrCode(_ text: String) -> [UInt8] { Array(text.utf8) }
    func picture(of product: Int64) -> [UInt8]? { nil }

    var currency: Currency { .eur }
    var receiptLanguage: String { "en" }
    var giveUpAfter: Duration { .seconds(60) }

    func terminal(_ name: String?) -> DeviceAddress? {
        knownTerminals().first { $0.name == name ?? names.withLock(\.reader) }?.address
    }

    func printer(_ name: String?) -> DeviceAddress? {
        knownPrinters().first { $0.name == name ?? names.withLock(\.printer) }?.address
    }

    /// Whether the terminals print their receipts by themselves.
    let terminalsPrint = Mutex(false)
    func name(ofTerminal address: DeviceAddress) -> String { "\(address)" }
    func printsReceipts(terminal: DeviceAddress) -> Bool { terminalsPrint.withLock { $0 } }
    func checkApart(terminal: DeviceAddress?, printer: DeviceAddress?) {}
    func remember(terminal: DeviceAddress, printer: DeviceAddress) async {}

    /// A request of somebody with these rights.
    static func request(
        _ scope: TokenScope? = .operator, _ body: String = "", parameters: [String: String] = [:],
        fields: [String: String] = [:]
    ) -> ServiceRequest {
        let token = scope.map {
            AccessToken(id: "tok-1", name: "test", scope: $0, hash: "", createdAt: .distantPast, revokedAt: nil)
        }
        return ServiceRequest(
            id: "req-1", parameters: parameters, fields: fields, body: Array(body.utf8),
            caller: token.map(Caller.init) ?? .nobody, language: .en)
    }
}
