import ArgumentParser
import Failures
import Flow
import Model
import Networking
import Payments
import Service
import Stores

struct LoginCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Signs in at a shop, or the operator of the embedded shop.",
        discussion: """
            With an address, Till finds the WooCommerce shop there, has it verify the login, and keeps the login in a file \
            that only its owner may read. The login is a consumer key and its secret, or a user name and an application \
            password. Till asks for both on the terminal, or reads two lines with --stdin. Nothing changes if the shop \
            refuses the login. With --shop, the login that the till keeps for that shop is used; the shop verifies it again. \
            Without an address, the embedded shop's operator is signed in; a till that has signed in at a shop before asks \
            for --embedded then.
            """)

    @Argument(
        help: ArgumentHelp(
            "The shop's address, such as shop.example or https://shop.example/store.", valueName: "address"))
    var address: String?
    @Flag(help: "Read the user name or consumer key, and the secret, from standard input: one line each.")
    var stdin = false
    @Option(help: ArgumentHelp("Sign in again at a shop by its number in `till shop list`.", valueName: "number"))
    var shop: Int64?
    @Flag(help: "Sign in the operator of the embedded shop, also if the till knows other shops.")
    var embedded = false
    @Option(
        help: ArgumentHelp(
            "A file with certificates (PEM) of authorities that are trusted for this shop besides the system's.",
            valueName: "file"))
    var caFile: String?
    @Flag(
        help: """
            Permit http:// for a shop on another machine. Orders and customers can be read and changed on the way; the \
            secret of a consumer key is not sent, and an application password is refused.
            """)
    var allowHttp = false
    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func validate() throws {
        if stdin || allowHttp || caFile != nil, address == nil {
            throw ValidationError("--stdin, --ca-file and --allow-http need the address of a shop.")
        }
        if embedded, address != nil { throw ValidationError("--embedded takes no address.") }
        if shop != nil, embedded || address != nil {
            throw ValidationError("--shop takes no address, and not --embedded.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        // First, so that a service is asked at once, and not after the secret was typed.
        let till = try await LiveTill.owning(try data.setup())
        let account = try await signIn(till, console)
        guard let shop = try await till.shop(of: account) else {
            console.print(till.language.text("session.signedIn", ["name": account.name]))
            return .done
        }
        console.print(
            till.language.text(
                "session.signedIn.shop", ["name": account.name, "shop": shop.name, "address": shop.address]
            ).printable)
        await till.deliver()
        return .done
    }

    private func signIn(_ till: LiveTill, _ console: Console) async throws(Failure) -> Account {
        if let shop { return try await till.signIn(at: shop) }
        if let address {
            return try await till.signIn(
                try LoginPrompt(console: console, readsInput: stdin)
                    .ask(address, authorities: caFile?.absolutePath, allowsHTTP: allowHttp))
        }
        // Nobody gets the embedded shop by mistake: its orders have the numbers of a real shop's, and its prices are made up.
        let knowsShops = try till.knowsShops
        guard embedded || !knowsShops else { throw .whichShop }
        return try await till.signInEmbedded()
    }
}

struct LogoutCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: """
            Signs the operator out and forgets the shop's login. The journal, the receipts and the print spool stay.
            """,
        discussion: """
            The webhooks of `till notifications register` are removed from the shop. If it cannot be reached, they stay there, and \
            the command says which.
            """)

    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill.owning(try data.setup())
        try await till.logout { await removeWebhooks(till, console) }
        console.print(till.language.text("session.signedOut"))
        let waiting = try await till.ask { OutboxAction.list($0) }.count
        if waiting > 0 { console.say(till.language.text("session.newsWait", ["count": waiting])) }
        return .done
    }

    /// How long the shop is waited for. Signing out does not depend on it.
    private static let patience = Duration.seconds(15)

    private func removeWebhooks(_ till: LiveTill, _ console: Console) async {
        guard let site = try? await till.ask({ AccountAction.loadAccount($0) }).site,
            let registration = try? till.shopWebhooks.registration(at: site)
        else { return }
        let late = NetworkError.connection(.timedOut(after: Self.patience)).failure
        do throws(Failure) {
            try await till.environment.within(Self.patience, orThrow: late, "remove webhooks") {
                () async throws(Failure) in
                try await till.ask { NotificationAction.unregisterDevice(registration.ids, $0) }
            }
            try till.shopWebhooks.forget(site)
            console.say(till.language.text("notifications.unregistered"))
        } catch {
            let stay = Sentence(
                "session.webhooksStay",
                [
                    "webhooks": registration.ids.map(String.init).joined(separator: ", "), "url": registration.url,
                    "reason": error.said.text(in: till.language),
                ])
            console.say(stay.text(in: till.language))
            console.say("  " + till.language.text("session.webhooksStay.remedy"))
        }
    }
}

struct WhoAmICommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Shows which operator is signed in, and at which shop.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console, makesTill: true)
        let account = try await till.ask { AccountAction.loadAccount($0) }
        let shop = try await till.shop(of: account)
        if output.json {
            console.print(try Output.json(Output.Session(account, at: shop)))
        } else {
            console.print((shop.map { "\(account.name), \($0.name) (\($0.address))" } ?? account.name).printable)
        }
        return .done
    }
}

extension Failure {
    fileprivate static let whichShop = Failure(
        AccountFailure.whichShop, Sentence("failure.account.whichShop"),
        remedy: Sentence("remedy.account.whichShop"), recovery: .giveUp)
}
