import Failures
import Flow
import Model
import Networking

/// Reads a shop's login: from the terminal, without showing the secret, or from two lines of standard input. It is never
/// an argument, because other users of the machine can read a process's arguments.
struct LoginPrompt {
    /// The longest line that is read.
    static let longest = 1_024

    let console: Console
    /// Whether standard input holds the two lines.
    let readsInput: Bool

    func ask(
        _ address: String, authorities: String? = nil, allowsHTTP: Bool = false
    ) throws(Failure) -> ShopLogin {
        guard readsInput || console.invocation.input.isTerminal else { throw .noLoginGiven }
        let user = try line(asking: Sentence("login.user"))
        let secret =
            try readsInput ? line(asking: Sentence("login.secret")) : hiddenLine(asking: Sentence("login.secret"))
        return ShopLogin(
            address: address, user: user, secret: secret, authorities: authorities, allowsHTTP: allowsHTTP)
    }

    private func line(asking question: Sentence) throws(Failure) -> String {
        if !readsInput { console.say(question.text(in: .asked)) }
        let text = console.invocation.input.line().map { $0.filter { !$0.isNewline } } ?? ""
        guard !text.isEmpty, text.utf8.count <= Self.longest else { throw .noLoginGiven }
        return text
    }

    private func hiddenLine(asking question: Sentence) throws(Failure) -> String {
        guard let text = console.hiddenLine(asking: question, upTo: Self.longest), !text.isEmpty else {
            throw .noLoginGiven
        }
        return text
    }
}

extension Failure {
    fileprivate static let noLoginGiven = Failure(
        AccountFailure.noLogin, Sentence("failure.account.noLogin"), remedy: Sentence("remedy.account.noLogin"),
        recovery: .giveUp)
}
