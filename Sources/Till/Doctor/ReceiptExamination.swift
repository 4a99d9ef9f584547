import Payments

/// Findings about receipts that leave in other forms than lines on paper. No payment waits for them.
extension Examination {
    var logos: [Finding] {
        facts.devices.filter { $0.keepsLogo == false }.map { printer in
            Finding(
                .warning, "printer.logo",
                "The printer \(printer.address) was not given the logo that it is to keep; its dots are sent each time.",
                remedy: "till printers logo --printer \(printer.name ?? "\(printer.address)")")
        }
    }

    var mail: [Finding] {
        guard let system = facts.mailSystem else { return [] }
        guard system.isThere else {
            return [
                Finding(
                    .warning, "mail.system", "Receipts are to be e-mailed, and \(system.program) cannot be run.",
                    remedy: "sudo apt-get install msmtp-mta, or sendmail in [email] of till.toml")
            ]
        }
        guard case .open(let storage) = facts.storage, let oldest = storage.mails.first else {
            return [.ok("mail", "Receipts are e-mailed through \(system.program).")]
        }
        let why = oldest.state.failure.map { " \($0.sentence)" } ?? ""
        return [
            Finding(
                .warning, "mail.waiting",
                "E-mails wait to be sent: \(storage.mails.count), since \(oldest.askedAt.day).\(why)",
                remedy: "till receipts email --waiting")
        ]
    }
}
