import Failures
import Flow
import Foundation
import Glibc
import Networking
import ShopServer
import Synchronization

/// The shop of `till-sim shop` while it runs.
final class RunningShop: Sendable {
    private let server: ShopServer
    private let hooks = Mutex<WebhookSender?>(nil)
    private let keys: ShopKeys
    private let caFile: String?
    /// Whether nobody has named the file, so that it goes with the shop.
    private let hasOwnFile: Bool

    init(_ command: ShopCommand, host: String, keys: ShopKeys) throws(Failure) {
        self.keys = keys
        hasOwnFile = command.caFile == nil
        guard command.tls else {
            (server, caFile) = (ShopServer(certificate: nil), nil)
            return
        }
        let file = command.caFile ?? "\(NSTemporaryDirectory())till-sim-shop-\(getpid()).pem"
        do {
            let certificate = try SelfMadeCertificate(host: host, now: Environment.live.now())
            try Data(certificate.text.utf8).write(to: URL(fileURLWithPath: file))
            server = ShopServer(certificate: certificate, speaksHTTP2: command.http2)
        } catch {
            throw Failure(
                SimulatorFailure.network, "The certificate \(file) cannot be made: \(error)", recovery: .askOperator)
        }
        caFile = file
    }

    /// Begins to listen and returns what there is to know.
    func start(_ command: ShopCommand, host: String, port: Int, faults: ShopFaults) throws(Failure) -> Ready {
        let address = try server.start(host: host, port: port) { serve(command, at: $0, faults) }
        var facts = [
            "device": "shop", "address": address, "key": keys.main.key, "secret": keys.main.secret,
            "user": keys.user, "password": keys.password,
        ]
        for (name, key) in [
            ("read", keys.readOnly), ("write", keys.writeOnly), ("customer", keys.customer),
            ("administrator", keys.administrator),
        ] {
            facts["\(name)_key"] = key.key
            facts["\(name)_secret"] = key.secret
        }
        facts["ca_file"] = caFile?.absolutePath
        let trusted = caFile.map { ", trust \($0.absolutePath)" } ?? ""
        return Ready(
            "shop ready on \(address), key \(keys.main.key) secret \(keys.main.secret), user \(keys.user) password "
                + "\(keys.password)\(trusted)", facts)
    }

    private func serve(_ command: ShopCommand, at address: String, _ faults: ShopFaults) -> ShopService {
        let environment = Environment.live
        var rules = ShopRules(
            home: address, currency: command.currency.uppercased(), decimals: command.decimals,
            country: command.country.uppercased(), utcOffset: 3600, hasTracking: command.tracking,
            cardPayments: command.cardPayments)
        if let name = command.name { rules.name = name }
        let made = MadeShop(seed: command.seed, orders: command.orders, rules: rules, now: environment.now())
        let sender = WebhookSender(source: address)
        hooks.withLock { $0 = sender }
        return ShopService(
            shop: EmbeddedShop(
                database: made.database(), contents: made.contents, rules: rules, environment: environment),
            keys: keys, faults: faults, hooks: sender, hasPlainPermalinks: command.permalinks == .plain,
            now: environment.now,
            pause: { duration in try? await environment.sleep(environment.uptime() + duration) })
    }

    func stop() {
        server.stop()
        hooks.withLock { $0 }?.stop()
        if hasOwnFile, let caFile { try? FileManager.default.removeItem(atPath: caFile) }
    }
}

/// The logins of `--credentials`.
struct ShopLogins: Decodable {
    private let key: String?
    private let secret: String?
    private let user: String?
    private let password: String?

    /// Reads the logins from a file; makes random ones if there is no file.
    static func read(_ file: String?) throws(Failure) -> ShopKeys {
        let random = Environment.live.random
        guard let file else { return ShopKeys(random: random) }
        do {
            let logins = try JSONDecoder().decode(ShopLogins.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
            return ShopKeys(
                key: logins.key, secret: logins.secret, user: logins.user, password: logins.password, random: random)
        } catch {
            throw Failure(
                SimulatorFailure.badOption, "\(file) has no logins: \(error)", recovery: .askOperator)
        }
    }
}
