import Flow
import Hardware

/// What breaks a dialogue, and what that means to a person.
enum Trouble: Hashable, LayerError {
    case link(LinkFailure)
    /// T3: the block was taken, the answer never came.
    case noResponse
    /// T4: the terminal took the command and fell silent.
    case fellSilent
    /// T3: the terminal took what it can answer out of itself, and fell silent.
    case unanswered
    case malformed(PacketError)
    /// The terminal was busy with something that is not ours when a payment was to start.
    case busy
    /// On a new connection another terminal answered.
    case exchanged(String, former: String)
    case lost(LineLoss)
    case closed
    case amountOutOfRange
    case receiptOutOfRange

    var failure: Failure {
        switch self {
        case .link(let failure): failure.failure
        case .noResponse:
            Failure(
                "reader.noAnswer", "The terminal took the command but did not answer it in time.",
                remedy: "restart the terminal if this happens again", recovery: .retry)
        case .fellSilent:
            Failure(
                "reader.noAnswer", "The terminal fell silent in the middle of a command.",
                remedy: "look at the terminal's display", recovery: .retry)
        case .unanswered:
            Failure(
                "reader.noAnswer", "The terminal took a question and did not answer it in time.",
                remedy: "restart the terminal; where it is only slow, raise `answer_within` of its `[[readers]]`",
                recovery: .retry)
        case .malformed(let error): error.failure
        case .busy:
            Failure(
                "reader.busy", "The terminal was still busy with something earlier.",
                remedy: "try again when its display is at rest", recovery: .retry)
        case .exchanged(let its, let former):
            Failure(
                "reader.exchanged", "Terminal \(its) answers where terminal \(former) did.",
                remedy: "check the terminals' addresses", recovery: .askOperator)
        case .lost(let loss): loss.failure
        case .closed:
            Failure("reader.closed", "The connection to the terminal was closed.", recovery: .retry)
        case .amountOutOfRange:
            Failure("reader.amountOutOfRange", "No terminal can take this amount.", recovery: .giveUp)
        case .receiptOutOfRange:
            Failure("reader.receiptOutOfRange", "No terminal has a receipt of this number.", recovery: .giveUp)
        }
    }
}

extension LineLoss {
    var failure: Failure {
        switch self {
        case .unplugged(let path):
            Failure(
                "reader.lineLost", "The terminal at \(path) was unplugged or switched off.",
                remedy: "check its cable and power", recovery: .askOperator)
        case .system(let errno, let during):
            Failure(
                "reader.lineLost", "The line to the terminal failed during \(during).",
                remedy: "check its cable and power", recovery: .askOperator, causes: ["system error \(errno)"])
        case .disconnected(let failure): failure
        }
    }
}

extension LinkFailure {
    var failure: Failure {
        switch self {
        case .silence:
            Failure(
                "reader.noAnswer", "Nothing answers on the terminal's line.",
                remedy: "check power and cable, and that the acquirer has switched ZVT over serial on",
                recovery: .askOperator)
        case .notAccepted:
            Failure(
                "reader.transmission", "The terminal acknowledged none of three transmissions.",
                remedy: "check the cable and the line's speed", recovery: .retry)
        case .damagedBlocks:
            Failure(
                "reader.transmission", "Three blocks in a row came damaged from the terminal.",
                remedy: "check the cable and the line's speed", recovery: .retry)
        case .incomplete:
            Failure(
                "reader.transmission", "A telegram of the terminal broke off in the middle.",
                remedy: "check the network between the terminal and this machine", recovery: .retry)
        case .outOfStep:
            Failure(
                "reader.transmission", "What comes from the terminal is no ZVT any more.",
                remedy: "restart the terminal if this happens again", recovery: .retry)
        case .foreign(let foreign):
            Failure(
                "reader.foreignProtocol", foreign.sentence, remedy: foreign.remedy, recovery: .askOperator)
        }
    }
}
