import ArgumentParser
import Flow
import Foundation
import Model
import Payments
import Service
import Storage

struct TokensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: "Makes, lists and revokes the tokens that programs show to `till serve`.",
        subcommands: [CreateToken.self, ListTokens.self, RevokeToken.self])
}

extension TokenScope: ExpressibleByArgument {}

extension AccessTokens {
    /// The tokens in the data directory, which a service may be using.
    fileprivate init(_ data: DataOptions) throws(Failure) {
        let (setup, environment) = (try data.setup(), Environment.live.logged)
        let storage = try asFailure { () throws(StorageError) in try setup.openStorage(environment) }
        OpenStorage.atCommandEnd(storage)
        self.init(storage: storage, environment: environment)
    }
}

struct CreateToken: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Makes a token and prints it. The till keeps only a hash of it.")

    @Option(
        help: ArgumentHelp(
            "What the token is for: kiosk (looks, takes and cancels payments), integrator (also refunds, prints and reads the journal), operator (everything) or read-only.",
            valueName: "scope"))
    var scope: TokenScope
    @Option(help: ArgumentHelp("A name by which people know it, such as kiosk-7; 1 to 60 letters.", valueName: "name"))
    var name: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func validate() throws {
        guard (1...60).contains(name.count), name.printable == name, !CardData.isIn(written: name) else {
            throw ValidationError("--name has 1 to 60 letters, and no card number.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let (secret, token) = try AccessTokens(data).create(name, scope)
        guard !output.json else {
            console.print(try Output.json(Joined(body: TokenDocument(token), more: Secret(token: secret))))
            return .done
        }
        console.say(
            data.language().text("token.made", ["id": token.id, "name": token.name, "scope": token.scope.rawValue]))
        console.print(secret)
        return .done
    }

    private struct Secret: Encodable {
        let token: String
    }
}

struct ListTokens: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists all tokens, revoked ones included, without their secrets.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let tokens = try AccessTokens(data).all()
        guard !output.json else {
            console.print(try Output.json(tokens.map(TokenDocument.init)))
            return .done
        }
        let language = data.language()
        for token in tokens {
            let end = token.revokedAt.map { language.text("token.revokedAt", ["at": $0.formatted(.iso8601)]) } ?? ""
            console.print(
                "\(token.id.padded(16))\(token.scope.rawValue.padded(12))\(token.createdAt.formatted(.iso8601).padded(22))"
                    + "\(token.name.padded(20))\(end)".printable)
        }
        if tokens.isEmpty { console.say(language.text("token.none")) }
        return .done
    }
}

struct RevokeToken: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revokes a token: requests with it are refused from now on.")

    @Argument(help: ArgumentHelp("The token's id, as `till tokens list` shows it.", valueName: "id"))
    var id: String
    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let token = try AccessTokens(data).revoke(id)
        guard !output.json else {
            console.print(try Output.json(TokenDocument(token)))
            return .done
        }
        console.print(data.language().text("token.revoked", ["id": token.id, "name": token.name]))
        return .done
    }
}

private struct TokenDocument: Encodable {
    let id: String
    let name: String
    let scope: String
    let createdAt: Date
    let revokedAt: Date?

    init(_ token: AccessToken) {
        (id, name, scope) = (token.id, token.name, token.scope.rawValue)
        (createdAt, revokedAt) = (token.createdAt, token.revokedAt)
    }
}
