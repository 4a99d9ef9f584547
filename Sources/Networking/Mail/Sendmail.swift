import Failures
import Flow
import Foundation
import Glibc
import Model

/// The machine's mail system, through the program that nearly all mail systems provide: `sendmail -i -odb -f FROM -- TO`,
/// with the message on standard input. Postfix, Exim, OpenSMTPD, msmtp, nullmailer and Sendmail have it.
///
/// Sendmail needs `-odb`, without which it may report a message as not sent that is in its queue. The program is started
/// directly, without a shell, in a process group of its own, and inherits only its three descriptors.
package struct Sendmail: MailTransfer {
    /// How long the program may take. A mail system queues a message within a second; one that takes longer than this hangs.
    package static let usualLimit = Duration.seconds(60)
    static let mostWaiting = 16

    private let path: String
    private let limit: Duration
    private let environment: Environment
    private let lane: any Lane

    /// - Parameters:
    ///   - path: the path of the program.
    ///   - limit: how long it may take before it is killed.
    package init(_ path: String, limit: Duration = usualLimit, environment: Environment) {
        self.path = path
        self.limit = limit
        self.environment = environment
        lane = environment.lane("mail", Self.mostWaiting)
    }

    package func send(_ message: MailMessage) async -> MailTransferEnd {
        let arguments = ["-i", "-odb", "-f", "\(message.from)", "--", "\(message.to)"]
        return await withCheckedContinuation { continuation in
            let isTaken = lane.enqueue {
                let end = PipedProgram.run(
                    path, arguments, input: message.bytes, until: environment.uptime() + limit,
                    uptime: environment.uptime)
                continuation.resume(returning: Self.meaning(of: end, path))
            }
            if !isTaken {
                continuation.resume(returning: .refused(.mailSystem("failure.mail.system.busy", path, .retry, [])))
            }
        }
    }

    /// What the exit status means for the message (sysexits.h).
    static func meaning(of end: PipedProgram.End, _ path: String) -> MailTransferEnd {
        let said = end.said.isEmpty ? [] : [Sentence(stored: end.said)]
        switch end.way {
        case .notStarted(let code):
            let why = Sentence(stored: String(cString: strerror(code)))
            return .refused(.mailSystem("failure.mail.system.notStarted", path, .askOperator, [why]))
        case .exited(0) where end.wasGivenAll: return .taken
        case .exited(0): return .unknown(.mailInDoubt(Sentence("mail.doneBeforeWhole"), path, said))
        case .exited(let code): return .refused(.mailRefused(code, path, said))
        // A program that has not seen the end of a message does not send it.
        case .killed where !end.wasGivenAll, .tooSlow where !end.wasGivenAll:
            return .refused(.mailSystem("failure.mail.system.notTaken", path, .retry, said))
        case .killed(let signal):
            return .unknown(.mailInDoubt(Sentence("mail.endedBySignal", ["signal": Int(signal)]), path, said))
        case .unseen: return .unknown(.mailInDoubt(Sentence("mail.endUnseen"), path, said))
        case .tooSlow: return .unknown(.mailInDoubt(Sentence("mail.tooSlow"), path, said))
        }
    }
}

extension Failure {
    fileprivate static func mailSystem(
        _ key: Sentence.Key, _ path: String, _ recovery: Recovery, _ causes: [Sentence], endedWith code: Int32? = nil
    ) -> Failure {
        Failure(
            MailFailure.system,
            Sentence(key, code.map { ["path": path, "code": $0] } ?? ["path": path]),
            remedy: Sentence("remedy.mail.system"), recovery: recovery, causes: causes)
    }

    fileprivate static func mailInDoubt(_ what: Sentence, _ path: String, _ causes: [Sentence]) -> Failure {
        Failure(
            MailFailure.unknown, Sentence("failure.mail.unknown.mailInDoubt", ["path": path, "what": what]),
            remedy: Sentence("remedy.mail.unknown.mailInDoubt"), recovery: .askOperator, causes: causes)
    }

    fileprivate static func mailRefused(_ code: Int32, _ path: String, _ causes: [Sentence]) -> Failure {
        switch code {
        // EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_NOUSER, EX_NOHOST: another try would fail too.
        case 64...68:
            Failure(
                MailFailure.refused, Sentence("failure.mail.refused", ["path": path, "code": code]),
                remedy: Sentence("remedy.mail.refused"), recovery: .giveUp, causes: causes)
        // EX_UNAVAILABLE, EX_OSERR, EX_CANTCREAT, EX_IOERR, EX_TEMPFAIL, EX_PROTOCOL.
        case 69, 71, 73...76:
            .mailSystem("failure.mail.system.notNow", path, .retry, causes, endedWith: code)
        default: .mailSystem("failure.mail.system.notWorking", path, .askOperator, causes, endedWith: code)
        }
    }
}
