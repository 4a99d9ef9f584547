import Glibc
import Model

extension Console {
    /// Reads a line that a person types on the terminal, without showing it; nil if there is no terminal, or the person has
    /// pressed Ctrl-C. That ends the line instead of the process, which would leave the terminal without an echo.
    func hiddenLine(asking question: Sentence, upTo longest: Int) -> String? {
        let input = invocation.input
        var before = termios()
        guard tcgetattr(input.descriptor, &before) == 0 else { return nil }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = Self.interrupt }
        say(question.text(in: .asked))
        tcsetattr(input.descriptor, TCSAFLUSH, &hidden)
        defer { tcsetattr(input.descriptor, TCSAFLUSH, &before) }
        let typed = (try? input.next(upTo: longest)) ?? []
        guard typed.last == UInt8(ascii: "\n"), !typed.contains(Self.interrupt) else { return nil }
        return String(decoding: typed.dropLast(), as: UTF8.self)
    }

    /// Ctrl-C.
    private static let interrupt: UInt8 = 3
}
