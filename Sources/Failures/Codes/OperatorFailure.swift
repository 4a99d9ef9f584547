import Flow

package enum OperatorFailure: String, ListedFailure {
    package static let title = "Operators and their PINs"

    case badName = "operator.badName"
    case badPIN = "operator.badPIN"
    case busy = "operator.busy"
    case locked = "operator.locked"
    case nameTaken = "operator.nameTaken"
    case noHash = "operator.noHash"
    case noPIN = "operator.noPIN"
    case notFound = "operator.notFound"
    case rightEnded = "operator.rightEnded"
    case tooMany = "operator.tooMany"
    case weakPIN = "operator.weakPIN"
    case wrongPIN = "operator.wrongPIN"

    package var meaning: FailureMeaning {
        switch self {
        case .badName: .init(.usage, mends: .operator, "The name of an operator is empty, too long, or not printable.")
        case .badPIN: .init(.usage, mends: .operator, "A PIN has 4 to 12 digits.")
        case .busy: .init(.temporary, mends: .time, "Too many PINs wait to be looked at.")
        case .locked: .init(.temporary, mends: .time, "Too many PINs were wrong, so none is taken for some time.")
        case .nameTaken: .init(.conflict, mends: .operator, "Another operator has this name.")
        case .noHash: .init(.temporary, mends: .operator, "There was not enough memory to look at a PIN.")
        case .noPIN: .init(.usage, mends: .integrator, "The command needs a PIN, and got none, or two different ones.")
        case .notFound: .init(.notFound, mends: .operator, "There is no such operator.")
        case .rightEnded:
            .init(.notPermitted, mends: .cashier, "The operator's right has ended, or was given to another caller.")
        case .tooMany: .init(.conflict, mends: .operator, "The till has as many operators as it may have.")
        case .weakPIN: .init(.usage, mends: .operator, "The PIN is among the first that anybody would try.")
        case .wrongPIN: .init(.notPermitted, mends: .cashier, "The PIN is wrong, or nobody has this name.")
        }
    }
}
