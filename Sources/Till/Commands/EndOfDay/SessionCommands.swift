import ArgumentParser
import Flow
import Stores

struct LoginCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Signs in the operator of the embedded shop.")

    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let account = try await till.ask { AccountAction.loginEmbedded($0) }
        console.print(till.language.text("session.signedIn", ["name": account.name]))
        return .done
    }
}

struct LogoutCommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Signs the operator out. The journal, the receipts and the print spool stay.")

    @OptionGroup var data: DataOptions
    static var onlyTells: Bool { false }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        try await till.logout()
        console.print(till.language.text("session.signedOut"))
        return .done
    }
}

struct WhoAmICommand: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Shows which operator is signed in.")

    @OptionGroup var data: DataOptions
    @OptionGroup var output: JSONOption

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(toRead: try data.setup(), console)
        let account = try await till.ask { AccountAction.loadAccount($0) }
        console.print(output.json ? try Output.json(account) : account.name)
        return .done
    }
}
