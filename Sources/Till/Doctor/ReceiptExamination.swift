import Model
import Payments
import Storage

/// Findings about receipts: where they come out, and forms of them other than lines on paper. No payment waits for them.
extension Examination {
    /// Terminals are told at their registration who prints: the till's printers alone, or the terminal alone.
    var receipts: [Finding] {
        let terminals = facts.devices.filter { $0.kind == .terminal }
        var findings: [Finding] = []
        if let printers = printing(.printer), terminals.contains(where: { !$0.printsReceipts }) {
            let isOfAll = printing(.terminal) == nil
            findings.append(
                .ok(
                    "receipts",
                    isOfAll
                        ? Sentence("doctor.receipts", ["printers": printers])
                        : Sentence("doctor.receipts.ofTill", ["printers": printers])))
        }
        if let readers = printing(.terminal) {
            findings.append(.ok("receipts", Sentence("doctor.receipts.ofTerminal", ["readers": readers])))
        }
        return findings + repeatsOnPaper
    }

    /// A terminal that tells its last transaction only if it may print it prints the one before with each payment.
    private var repeatsOnPaper: [Finding] {
        facts.devices.filter { $0.printsReceipts && $0.profile?.profile.repeatReceipt == .onlyWithPrint }.map {
            terminal in
            Finding(
                .warning, "receipts.repeated",
                Sentence("doctor.receipts.repeated", ["reader": terminal.name ?? "\(terminal.address)"]),
                remedy: Sentence("doctor.do.receiptsOfTill"))
        }
    }

    /// The devices of a kind out of which receipts come by themselves; nil if there are none.
    private func printing(_ kind: DeviceIdentity.Kind) -> String? {
        let names = facts.devices.filter { $0.kind == kind && $0.printsReceipts }.map { $0.name ?? "\($0.address)" }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// One finding for each printer for which prints wait, unless another command has it and may be printing them.
    func waitingPrints(_ storage: OpenStorageFacts) -> [Finding] {
        var queues: [[PrintJob]] = []
        for job in storage.waitingPrints where !busy.contains(where: { job.isFor(printer: $0.description) }) {
            if let queue = queues.firstIndex(where: { $0[0].isFor(printer: job.printer) }) {
                queues[queue].append(job)
            } else {
                queues.append([job])
            }
        }
        return queues.map { queue in
            Finding(
                .warning, "receipt.waiting",
                Sentence(
                    "doctor.prints.waiting",
                    ["printer": queue[0].printer, "count": queue.count, "receipts": named(queue)]),
                remedy: Sentence("doctor.do.printWaiting", ["receipt": queue[0].receipt]))
        }
    }

    /// The finding about prints that ended without a proof that they came out.
    func unclearPrints(_ storage: OpenStorageFacts) -> [Finding] {
        let prints = storage.unclearPrints
        guard let newest = prints.last else { return [] }
        return [
            Finding(
                .warning, "receipt.unknown",
                Sentence("doctor.prints.unknown", ["count": prints.count, "receipts": named(prints.reversed())]),
                remedy: Sentence("print.do.cutOff", ["receipt": newest.receipt]))
        ]
    }

    /// The first of the receipts by their ids.
    private func named(_ prints: [PrintJob]) -> String {
        prints.prefix(Self.mostNamed).map(\.receipt.rawValue).joined(separator: ", ")
            + (prints.count > Self.mostNamed ? ", …" : "")
    }

    private static let mostNamed = 5

    /// Lines in a printer's own characters are printed without these libraries.
    var drawing: [Finding] {
        guard let reason = facts.cannotDraw else { return [] }
        return [
            Finding(
                .warning, "paper.drawing", Sentence("doctor.drawing").followed(by: reason),
                remedy: .command("sudo apt-get install libpangocairo-1.0-0"))
        ]
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
