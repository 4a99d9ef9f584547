import Failures
import Flow
import Glibc
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

    func ask(_ address: String, authorities: String? = nil) throws(Failure) -> ShopLogin {
        guard readsInput || isatty(STDIN_FILENO) == 1 else { throw .noLoginGiven }
        let user = try line(asking: Sentence("login.user"))
        let secret =
            readsInput
            ? try line(asking: Sentence("login.secret"))
            : try Self.withoutEcho { () throws(Failure) in
                try line(asking: Sentence("login.secret"))
            }
        return ShopLogin(address: address, user: user, secret: secret, authorities: authorities)
    }

    private func line(asking question: Sentence) throws(Failure) -> String {
        if !readsInput { console.say(question.text(in: .asked)) }
        let text = readLine().map { $0.filter { !$0.isNewline } } ?? ""
        guard !text.isEmpty, text.utf8.count <= Self.longest else { throw .noLoginGiven }
        return text
    }

    /// Turns the terminal's echo off meanwhile.
    private static func withoutEcho<T>(_ work: () throws(Failure) -> T) throws(Failure) -> T {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return try work() }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        return try work()
    }
}

extension Failure {
    fileprivate static let noLoginGiven = Failure(
        AccountFailure.noLogin, Sentence("failure.account.noLogin"), remedy: Sentence("remedy.account.noLogin"),
        recovery: .giveUp)
}
