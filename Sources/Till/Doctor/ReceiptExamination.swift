import Model
import Payments

/// Findings about receipts that leave in other forms than lines on paper. No payment waits for them.
extension Examination {
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
