import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import ShopServer
import Simulator

struct ShopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop",
        abstract: "Simulates a WooCommerce shop over HTTP or HTTPS.",
        discussion: """
            The shop is made from --seed and kept in memory. Its logins are made up and printed: a consumer key with its \
            secret, and a user with an application password; the JSON of --json also names keys that may only read, that \
            may only write, and that belong to a customer. Consumer keys need --tls or a signature (OAuth 1.0a).

            Faults: \(ShopFault.names.joined(separator: ", ")). After the name may follow ,path=PATTERN (below the REST \
            root, * stands for anything), ,method=METHOD and ,times=N; without times the fault stays.

            The control socket takes one command per connection, as a line, and answers `ok` or what is wrong: the name of \
            a fault, or `mend`, which ends all faults.
            """)

    @Option(
        help: ArgumentHelp(
            "The address and port to listen on, such as 127.0.0.1:8443; port 0 takes any free one.",
            valueName: "host:port"))
    var listen = "127.0.0.1:0"

    @Flag(help: "Serve HTTPS, with a certificate that the shop makes for itself; its file is printed, for --ca-file.")
    var tls = false

    @Flag(help: "With --tls: clients may choose HTTP/2.")
    var http2 = false

    @Option(
        help: ArgumentHelp(
            "The file for the certificate with --tls. Default: a file in the directory for temporary files.",
            valueName: "file"))
    var caFile: String?

    @Option(
        help: ArgumentHelp(
            "A file with the logins instead of made-up ones, as JSON: key, secret, user, password.", valueName: "file"))
    var credentials: String?

    @Option(help: ArgumentHelp("What the shop calls itself. Default: a name of its own.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The number that the shop is made from.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("How many orders the shop has, up to \(MadeShop.mostOrders).", valueName: "number"))
    var orders = 50

    @Option(
        help: ArgumentHelp("How the REST API is reached: pretty (wp-json) or plain (rest_route).", valueName: "kind"))
    var permalinks = Permalinks.pretty

    @Option(help: ArgumentHelp("The decimals of amounts: 0, 2 or 3.", valueName: "digits"))
    var decimals = 2

    @Option(help: ArgumentHelp("The shop's currency, such as EUR.", valueName: "code"))
    var currency = "EUR"

    @Flag(help: "The shop has the plugin for shipment tracking.")
    var tracking = false

    @Flag(name: .customLong("woopayments"), help: "The shop has WooPayments, with a finished account in test mode.")
    var hasWooPayments = false

    @Flag(name: .customLong("stripe"), help: "The shop has the Stripe extension, with a finished account in test mode.")
    var hasStripe = false

    @Option(
        help: ArgumentHelp(
            "The country of the shop and its accounts, such as US. Card payments in person are for some only.",
            valueName: "code"))
    var country = "DE"

    @Option(help: ArgumentHelp("A fault to begin with, from the list above; may be repeated.", valueName: "fault"))
    var fault: [String] = []

    @Option(help: ArgumentHelp("Create a control socket at this path, such as /tmp/shop.control.", valueName: "path"))
    var control: String?

    @OptionGroup var ready: ReadyOption

    enum Permalinks: String, ExpressibleByArgument, CaseIterable { case pretty, plain }

    private var place: (host: String, port: Int)? {
        guard let colon = listen.lastIndex(of: ":"), let port = UInt16(listen[listen.index(after: colon)...]) else {
            return nil
        }
        let host = listen[..<colon].drop { $0 == "[" }
        return (host.hasSuffix("]") ? String(host.dropLast()) : String(host), Int(port))
    }

    func validate() throws {
        guard let place, !place.host.isEmpty else {
            throw ValidationError("\(listen) is no place to listen at. Write HOST:PORT, such as 127.0.0.1:8443.")
        }
        guard tls || !http2 else { throw ValidationError("--http2 needs --tls.") }
        guard [0, 2, 3].contains(decimals) else { throw ValidationError("--decimals is 0, 2 or 3.") }
        guard (0...MadeShop.mostOrders).contains(orders) else {
            throw ValidationError("--orders is from 0 to \(MadeShop.mostOrders).")
        }
        guard country.utf8.count == 2 else { throw ValidationError("A country has two letters, such as DE.") }
        guard Currency(told: currency) != nil else {
            throw ValidationError("\(currency) is no currency of ISO 4217: three letters, such as EUR.")
        }
    }

    var cardPayments: Set<PaymentGatewayExtension> {
        Set((hasWooPayments ? [.wooPayments] : []) + (hasStripe ? [.stripe] : []))
    }

    func run() throws {
        UntilTold.holdSignals()
        do throws(Failure) { try play() } catch {
            UntilTold.say("\(error)")
            throw ExitCode.failure
        }
    }

    private func play() throws(Failure) {
        var started: [ShopFault] = []
        for name in fault { started.append(try ShopFault(name: name)) }
        let faults = ShopFaults(started)
        let keys = try ShopLogins.read(credentials)
        let (host, port) = place ?? ("127.0.0.1", 0)
        let running = try RunningShop(self, host: host, keys: keys)
        let ready = try running.start(self, host: host, port: port, faults: faults)
        defer { running.stop() }
        let socket = control.map { path in
            ControlSocket(path: path) { line throws(Failure) in try faults.obey(line) }
        }
        try socket?.start()
        defer { socket?.stop() }
        UntilTold.wait(ready, asJSON: self.ready.json)
    }
}
