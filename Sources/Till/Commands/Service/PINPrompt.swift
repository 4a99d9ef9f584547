import Failures
import Flow
import Model
import Stores

/// Reads a new PIN: twice from the terminal, without showing it, or from a file. It is never an argument, because other users
/// of the machine can read a process's arguments.
struct PINPrompt {
    /// The longest file that is read.
    private static let longest = 1_024

    let console: Console
    /// The file with the PIN in its first line; `-` is standard input, nil the terminal.
    let file: String?

    func ask() throws(Failure) -> OperatorPIN {
        guard let file else {
            let pin = try typed(Sentence("pin.new"))
            guard try typed(Sentence("pin.again")) == pin else {
                throw .noPIN(Sentence("failure.operator.noPIN.differ"))
            }
            return try OperatorPIN(pin)
        }
        let text = String(decoding: try Input.bytes(file, upTo: Self.longest), as: UTF8.self)
        return try OperatorPIN(String(text.prefix { !$0.isNewline }))
    }

    private func typed(_ question: Sentence) throws(Failure) -> String {
        guard let pin = console.hiddenLine(asking: question, upTo: Self.longest) else {
            throw .noPIN(Sentence("failure.operator.noPIN"))
        }
        return pin
    }
}

extension Failure {
    fileprivate static func noPIN(_ sentence: Sentence) -> Failure {
        Failure(OperatorFailure.noPIN, sentence, remedy: Sentence("remedy.operator.noPIN"), recovery: .giveUp)
    }
}
