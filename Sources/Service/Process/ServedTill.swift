import Flow
import Foundation
import Hardware
import Model
import Networking
import Storage
import Stores

/// The till that the service serves. The composition root has the only one.
package protocol ServedTill: Sendable {
    var environment: Environment { get }
    var storage: any StorageManagerType { get }
    /// The language of those who ask for none.
    var language: OperatorLanguage { get }
    /// Whether a time service is known to keep this machine's clock right.
    var isClockSynchronised: Bool { get }
    /// The shop's time zone, in which times are shown to people.
    var timeZone: TimeZone { get }
    /// When the shop's day began.
    var startOfDay: Date { get }
    /// The options of the configuration that are in force.
    var options: [Output.ConfiguredOption] { get }
    /// Whether a payment or an end of day runs.
    var isBusy: Bool { get }
    /// Whether a payment or an end of day runs on this terminal, or is being prepared.
    func isBusy(at terminal: DeviceAddress) -> Bool

    func ask<Asked: Action, Value: Sendable>(
        _ make: (Reply<Value>) -> Asked
    ) async throws(Failure) -> Value

    // MARK: What happens

    /// Woken after each commit.
    var feed: JournalFeed { get }
    /// The webhooks, and what tells them.
    var endpoints: EventEndpoints { get }
    var eventDelivery: EventDelivery { get }
    /// The webhooks by which the shop tells the till.
    var shopWebhooks: ShopWebhooks { get }
    /// What a delivery of the shop says; nil unless it is signed with this secret.
    func event(
        of delivery: WebhookDelivery, signedWith secret: WebhookSecret
    ) throws(NetworkError) -> WebhookEvent?
    /// How long the shop is left alone before it is asked what has happened there; nil if it is never asked.
    var notificationPause: Duration? { get }
    /// What is counted while the service runs.
    var figures: ServiceFigures { get }
    /// A reading of the payment on a terminal.
    func payment(on terminal: DeviceAddress) -> Reading<any KnowsThePayment>

    // MARK: Devices and paper

    /// A reading of the watched devices.
    var watched: Reading<any KnowsTheDevices> { get }
    /// A reading of the printers' status and of what their prints wait for.
    var printers: Reading<any KnowsThePrinters> { get }
    /// The terminals in the configuration, and the one that is remembered.
    func knownTerminals() async throws(Failure) -> [ListedDevice]
    /// The printers in the configuration, and the one that is remembered.
    func knownPrinters() async throws(Failure) -> [ListedDevice]
    /// The printer to which such a receipt is routed; nil if it goes to the usual one.
    func route(of receipt: Receipt) -> DeviceAddress?
    /// The receipt as its first print has it, in a form other than JSON.
    func draw(_ receipt: Receipt, as form: ReceiptForm) throws(Failure) -> [UInt8]

    /// A sheet on which a person sees whether the printer prints as it should.
    func testPage(for printer: DeviceAddress) -> PrintData
    /// The commands that open a drawer: 1 or 2, or the configured one for nil. Throws `printer.cannot` if the printer
    /// has none.
    func drawerCommands(_ number: Int?, of printer: DeviceAddress) throws(Failure) -> DrawerCommands
    /// The command that ends a jam. Throws `printer.cannot` if the printer has none.
    func recoveryCommand(of printer: DeviceAddress) throws(Failure) -> [UInt8]

    /// What the doctor finds about the configured and the remembered devices.
    ///
    /// - Parameter answers: how each of them answered. None is asked again.
    func findings(
        _ answers: [DeviceAddress: DeviceAnswer], in language: OperatorLanguage
    ) async throws(Failure) -> [Output.Finding]

    // MARK: All data

    /// Copies all data as `till backup` does. Payments and prints go on meanwhile. Throws `backup.running` while another
    /// backup is made.
    func backUp() async throws(Failure) -> ServedBackup

    // MARK: The kiosk

    /// The kiosk that is served; nil if none is.
    var servedKiosk: ServedKiosk? { get }
    /// Whether receipts can be e-mailed.
    var isMailOn: Bool { get }
    /// A QR code as SVG. Throws `symbol.notDrawn` for a text that is too long for one.
    func qrCode(_ text: String) throws(Failure) -> [UInt8]
    /// The picture of a product of the shop; nil if it has none that can be shown.
    func picture(of product: Int64) async throws(Failure) -> [UInt8]?

    // MARK: For what begins now

    /// The shop's currency.
    var currency: Currency { get }
    /// The language of receipts whose request names none.
    var receiptLanguage: String { get }
    /// How long a terminal is asked after a disturbance.
    var giveUpAfter: Duration { get }
    /// The terminal with this configured name, or the usual one; nil for an unknown name. Throws `device.notNamed` if there is no
    /// usual one.
    func terminal(_ name: String?) async throws(Failure) -> DeviceAddress?
    /// The printer with this configured name, or the usual one; nil for an unknown name. Throws `device.notNamed` if there is no
    /// usual one.
    func printer(_ name: String?) async throws(Failure) -> DeviceAddress?
    /// Whether the terminal at an address prints the receipts of its payments on its own printer.
    func printsReceipts(terminal: DeviceAddress) -> Bool
    /// The name of a configured terminal, or else its address.
    func name(ofTerminal address: DeviceAddress) -> String
    /// Throws if a printer has the address of the terminal, or is a file of the till's own data.
    func checkApart(terminal: DeviceAddress?, printer: DeviceAddress?) throws(Failure)
    /// Remembers devices that have served a payment.
    func remember(terminal: DeviceAddress, printer: DeviceAddress) async
}
