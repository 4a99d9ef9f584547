import Model
import Payments

/// Findings about receipts: where they come out, and forms of them other than lines on paper. No payment waits for them.
extension Examination {
    /// Terminals are told at their registration that the till prints, so that receipts come out of its printers alone.
    var receipts: [Finding] {
        let printers = facts.devices.filter(\.printsReceipts).map { $0.name ?? "\($0.address)" }
        guard !printers.isEmpty, facts.devices.contains(where: { $0.kind == .terminal }) else { return [] }
        return [.ok("receipts", Sentence("doctor.receipts", ["printers": printers.joined(separator: ", ")]))]
    }

    var logos: [Finding] {
        facts.devices.filter { $0.keepsLogo == false }.map { printer in
            Finding(
                .warning, "printer.logo",
                Sentence("doctor.logo", ["printer": printer.address]),
                remedy: .command("till printers logo --printer \(printer.name ?? "\(printer.address)")"))
        }
    }

    var mail: [Finding] {
        guard let system = facts.mailSystem else { return [] }
        guard system.isThere else {
            return [
                Finding(
                    .warning, "mail.system", Sentence("doctor.mail.system", ["program": system.program]),
                    remedy: Sentence("doctor.do.installMail"))
            ]
        }
        guard case .open(let storage) = facts.storage, let oldest = storage.mails.first else {
            return [.ok("mail", Sentence("doctor.mail.through", ["program": system.program]))]
        }
        let waiting = Sentence(
            "doctor.mail.waiting", ["count": storage.mails.count, "since": WrittenMoment(day: oldest.askedAt)])
        return [
            Finding(
                .warning, "mail.waiting",
                oldest.state.failure.map { waiting.followed(by: $0.said) } ?? waiting,
                remedy: .command("till receipts email --waiting"))
        ]
    }
}
