import Configuration
import Flow
import ESCPOS
import Foundation
import HTTPNetworking
import Hardware
import Model
import Networking
import Receipts
import Service
import Storage
import Stores
import Synchronization

/// The live till as the service serves it, with the configuration that is in force.
final class ServingTill: ServedTill {
    let till: LiveTill
    private let inForce: Mutex<(configuration: TillConfiguration, options: [EffectiveOption])>

    let feed: JournalFeed
    let endpoints: EventEndpoints
    let eventDelivery: EventDelivery
    let shopWebhooks: ShopWebhooks
    let figures: ServiceFigures
    let pictures = ShopPictures()
    /// The made-up screen that the kiosk shows; nil for a kiosk that takes payments, or none.
    let sample: String?

    /// - Parameter options: the options of the till's configuration.
    init(
        _ till: LiveTill, feed: JournalFeed, options: [EffectiveOption], figures: ServiceFigures = ServiceFigures(),
        sample: String? = nil
    ) {
        self.sample = sample
        self.figures = figures
        self.till = till
        self.feed = feed
        inForce = Mutex((till.configuration, options))
        let secrets = CredentialFiles(directory: till.directory)
        endpoints = EventEndpoints(storage: till.storage, environment: till.environment, secrets: secrets)
        shopWebhooks = till.shopWebhooks
        eventDelivery = EventDelivery(endpoints, post: EventPoster())
        feed.alsoWake { [weak eventDelivery] in eventDelivery?.wake() }
    }

    /// The configuration for what begins from now on.
    var configuration: TillConfiguration { inForce.withLock { $0.configuration } }
    var options: [Output.ConfiguredOption] { inForce.withLock { $0.options }.map(Output.ConfiguredOption.init) }

    /// Takes over what counts at once of a new configuration, and returns what changed.
    func adopt(_ new: ReadConfiguration) -> ConfigurationReload {
        inForce.withLock { inForce in
            let reload = ConfigurationReload(from: inForce.options, to: new.options)
            inForce = (reload.applied(new.configuration, to: inForce.configuration), reload.inForce)
            return reload
        }
    }

    var environment: Environment { till.environment }
    var storage: any StorageManagerType { till.storage }
    var language: OperatorLanguage { OperatorLanguage(of: configuration) }
    var isClockSynchronised: Bool { SystemFacts(root: "").isClockSynchronised ?? false }
    var timeZone: TimeZone { till.clock.zone }
    var startOfDay: Date { till.clock.day(till.environment.now()) }
    var isBusy: Bool { till.isBusy }
    func isBusy(at terminal: DeviceAddress) -> Bool { till.isBusy(at: terminal) }

    /// Goes on with everything that earlier processes left unfinished, and watches the devices that are remembered or
    /// configured.
    func resume() async throws(Failure) {
        try await till.resume()
        let configured =
            configuration.readers.map { DeviceIdentity(kind: .terminal, address: $0.line.address) }
            + configuration.printers.map { DeviceIdentity(kind: .printer, address: $0.line.address) }
        for device in configured { try await ask { DeviceAction.attach(device, $0) } }
    }

    /// Whether the stores and the storage answer.
    var answers: Bool {
        get async { (try? await ask { AppSettingsAction.loadSettings($0) }) != nil }
    }

    func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) async throws(Failure) -> Value {
        try await till.ask(make)
    }

    // MARK: What happens

    func payment(on terminal: DeviceAddress) -> Reading<any KnowsThePayment> { till.payment(on: terminal) }

    func event(
        of delivery: WebhookDelivery, signedWith secret: WebhookSecret
    ) throws(NetworkError) -> WebhookEvent? {
        try WebhookVerifier(secret).event(of: delivery)
    }

    var notificationPause: Duration? {
        let seconds = configuration.policy.notificationsEverySeconds
        return seconds == 0 ? nil : .seconds(seconds)
    }

    // MARK: Devices and paper

    var watched: Reading<any KnowsTheDevices> { till.devices }
    var printers: Reading<any KnowsThePrinters> { till.printerStandings }

    func knownTerminals() async throws(Failure) -> [ListedDevice] {
        let remembered = try await ask { AppSettingsAction.loadSettings($0) }.terminal
        return Self.known(
            configuration.readers.map { ListedDevice(name: $0.name, address: $0.line.address) }, remembered)
    }

    func knownPrinters() async throws(Failure) -> [ListedDevice] {
        let remembered = try await ask { AppSettingsAction.loadSettings($0) }.printer
        return Self.known(
            configuration.printers.map { ListedDevice(name: $0.name, address: $0.line.address) }, remembered)
    }

    private static func known(_ configured: [ListedDevice], _ remembered: DeviceAddress?) -> [ListedDevice] {
        guard let remembered, !configured.contains(where: { $0.address == remembered }) else { return configured }
        return configured + [ListedDevice(name: nil, address: remembered)]
    }

    func route(of receipt: Receipt) -> DeviceAddress? { configuration.route(of: receipt.sheetKind) }

    func draw(_ receipt: Receipt, as form: ReceiptForm) throws(Failure) -> [UInt8] {
        let printer = configuration.route(of: receipt.sheetKind) ?? configuration.usualPrinter
        let rendering = ReceiptRendering(
            profile: printer.map(configuration.profile(ofPrinterAt:)) ?? .generic80, templates: configuration.templates,
            typesetter: till.printers.typesetter)
        let rendered = rendering.rendered(receipt)
        return switch form {
        case .json: Array(try Output.json(receipt: receipt).utf8)
        case .text: Array(rendered.text.utf8)
        case .html: Array(rendered.html.utf8)
        case .svg: Array(rendered.svg.utf8)
        case .pdf: try rendered.pdf()
        case .png: try rendered.png(rendered.encoded.bytes)
        case .escpos: rendered.encoded.bytes
        }
    }

    func testPage(for printer: DeviceAddress) -> PrintData {
        till.printers.selfTest(for: printer, in: till.language).data
    }

    func drawerCommands(_ number: Int?, of printer: DeviceAddress) throws(Failure) -> DrawerCommands {
        try till.printers.drawerCommands(number, of: printer)
    }

    func recoveryCommand(of printer: DeviceAddress) throws(Failure) -> [UInt8] {
        try till.printers.recoveryCommand(of: printer)
    }

    // MARK: For what begins now

    var currency: Currency { configuration.shop.currency }
    var receiptLanguage: String { configuration.shop.language }
    var giveUpAfter: Duration { .seconds(configuration.policy.giveUpAfterSeconds) }

    func terminal(_ name: String?) async throws(Failure) -> DeviceAddress? {
        let configuration = configuration
        if let name { return configuration.readers.first { $0.name == name }?.line.address }
        return try DeviceOptions.terminal(nil, configuration, try await ask { AppSettingsAction.loadSettings($0) })
    }

    func printer(_ name: String?) async throws(Failure) -> DeviceAddress? {
        let configuration = configuration
        if let name { return configuration.printers.first { $0.name == name }?.line.address }
        var devices = DeviceOptions()
        devices.printer = nil
        return try devices.printer(configuration, try await ask { AppSettingsAction.loadSettings($0) })
    }

    func name(ofTerminal address: DeviceAddress) -> String { configuration.name(ofTerminal: address) }
    func printsReceipts(terminal: DeviceAddress) -> Bool { configuration.printsReceipts(terminal: terminal) }

    func checkApart(terminal: DeviceAddress?, printer: DeviceAddress?) throws(Failure) {
        try till.checkApart(terminal: terminal, printer: printer)
    }

    /// A payment does not depend on it, so a failure changes nothing.
    func remember(terminal: DeviceAddress, printer: DeviceAddress) async {
        try? await till.remember(terminal: terminal, printer: printer)
    }
}
