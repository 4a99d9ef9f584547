import Flow
import Foundation
import Hardware
import Model
import Payments
import Storage
import Stores

/// All figures of the service. Labels have only values of which there are a few, and never an id, an order or an address.
struct MetricsPage {
    let till: any ServedTill
    let enquiries: TerminalEnquiries
    let journal: JournalFigures
    let reconnects: ReconnectFigures

    func text() async throws(Failure) -> String {
        var page = ExpositionText()
        page.begin("till_build_info", .gauge, "The release that runs; always 1.")
        page.add("till_build_info", [("version", Release.version)], 1)
        try await payments(&page)
        try await waiting(&page)
        try await devices(&page)
        lineErrors(&page)
        try storage(&page)
        try await reconciliation(&page)
        requests(&page)
        process(&page)
        return page.text
    }

    private func payments(_ page: inout ExpositionText) async throws(Failure) {
        let figures = try await journal.current()
        page.begin("till_payments_total", .counter, "Transactions that ended since the service began.")
        for (ended, count) in figures.ended.sorted(by: { $0.key < $1.key }) {
            page.add("till_payments_total", [("kind", ended.kind), ("outcome", ended.outcome)], Double(count))
        }
        page.begin(
            "till_payment_duration_seconds", .histogram, "How long each phase of approved, undisturbed payments took.")
        for (phase, histogram) in figures.phases.sorted(by: { $0.key < $1.key }) {
            page.add("till_payment_duration_seconds", [("phase", phase)], histogram)
        }
        page.begin("till_print_jobs_total", .counter, "Prints that ended since the service began.")
        for (result, count) in figures.prints.sorted(by: { $0.key < $1.key }) {
            page.add("till_print_jobs_total", [("result", result)], Double(count))
        }
        let doubts = try await till.ask { JournalAction.listDoubts($0) }
        page.addOne(
            "till_payments_in_doubt", .gauge, "Transactions whose outcome is not known, running ones included.",
            Double(doubts.count))
        let oldest = doubts.map(\.createdAt).min()
        page.addOne(
            "till_payment_in_doubt_age_seconds", .gauge, "The age of the oldest of them; 0 if there is none.",
            oldest.map { max(0, till.environment.now().timeIntervalSince($0)) } ?? 0)
    }

    private func waiting(_ page: inout ExpositionText) async throws(Failure) {
        let prints = try till.storage.reading { try $0.pendingPrintJobs(printer: nil).count }
        let messages = try await till.ask { OutboxAction.list($0) }
        let mails = try await till.ask { MailAction.listWaiting($0) }.count
        page.addOne("till_prints_pending", .gauge, "Prints that wait.", Double(prints))
        let refused = messages.count { $0.refusal != nil }
        page.begin("till_outbox_pending", .gauge, "Messages to shops, and e-mails, that wait or were refused.")
        page.add("till_outbox_pending", [("kind", "shop"), ("state", "waiting")], Double(messages.count - refused))
        page.add("till_outbox_pending", [("kind", "shop"), ("state", "refused")], Double(refused))
        page.add("till_outbox_pending", [("kind", "email"), ("state", "waiting")], Double(mails))
        var (troubled, setAside) = (0, 0)
        for endpoint in try till.endpoints.all() {
            let progress = try till.endpoints.find(endpoint.id).progress
            troubled += progress.trouble == nil ? 0 : 1
            setAside += progress.setAside.count
        }
        page.addOne("till_webhooks_waiting", .gauge, "Webhooks that do not take their next event.", Double(troubled))
        page.addOne("till_webhook_events_refused", .gauge, "Events that webhooks refused for good.", Double(setAside))
    }

    private func devices(_ page: inout ExpositionText) async throws(Failure) {
        let (terminals, printers) = (try await till.knownTerminals(), try await till.knownPrinters())
        page.begin("till_device_up", .gauge, "1 for a device that is ready, 0 for one that is not or was not seen yet.")
        for (kind, devices) in [("reader", terminals), ("printer", printers)] {
            for device in devices {
                let isUp =
                    till.watched.current.standing(of: device.address) == .ready
                    && enquiries.lastObstacle(at: device.address) == nil
                page.add("till_device_up", [("device", Self.name(device)), ("kind", kind)], isUp ? 1 : 0)
            }
        }
        page.begin("till_device_reconnects_total", .counter, "How often a device came back that could not be used.")
        for (kind, devices) in [("reader", terminals), ("printer", printers)] {
            for device in devices {
                page.add(
                    "till_device_reconnects_total", [("device", Self.name(device)), ("kind", kind)],
                    Double(reconnects.counts[device.address] ?? 0))
            }
        }
        page.begin("till_printer_paper_state", .gauge, "1 for what the printer said last of its paper.")
        for printer in printers {
            let said = till.printers.current.standing(of: printer.address)?.status.paper ?? .unknown
            for state in [PrinterStatus.Paper.ok, .nearEnd, .out, .unknown] {
                page.add(
                    "till_printer_paper_state", [("device", Self.name(printer)), ("state", state.rawValue)],
                    state == said ? 1 : 0)
            }
        }
    }

    /// An address could be anything, and changes.
    private static func name(_ device: ListedDevice) -> String { device.name ?? "remembered" }

    private func lineErrors(_ page: inout ExpositionText) {
        page.begin(
            "till_protocol_errors_total", .counter,
            "What went wrong on the lines to terminals: refused and repeated blocks, silence, disturbed requests.")
        for (error, count) in till.figures.lineErrors {
            page.add(
                "till_protocol_errors_total", [("layer", error.layer), ("error", error.error)], Double(count))
        }
    }

    /// The last end of each terminal's day at which terminal and journal could be compared.
    private func reconciliation(_ page: inout ExpositionText) async throws(Failure) {
        page.begin(
            "till_reconciliation_difference_minor_units", .gauge,
            "The terminal's total of the last end of day, or question for the totals, without the journal's.")
        for terminal in try await till.knownTerminals() {
            let name = TerminalName(address: terminal.address, id: nil)
            let last = try till.storage.reading { reader in
                try EndOfDayJournal.last(of: name, in: reader) { $0.reconciliation.terminalMinor != nil }
            }
            guard let books = last?.reconciliation, let told = books.terminalMinor else { continue }
            page.add(
                "till_reconciliation_difference_minor_units",
                [("device", Self.name(terminal)), ("currency", books.currency.code)], Double(told - books.journalMinor))
        }
    }

    private func storage(_ page: inout ExpositionText) throws(Failure) {
        let head = try till.storage.reading { try $0.journalHead().sequence }
        page.addOne("till_journal_sequence", .counter, "The number of the journal's last entry.", Double(head))
        let verified = try LastVerification.last(in: till.storage)
        page.addOne(
            "till_journal_verified_timestamp_seconds", .gauge,
            "When the whole journal was verified last, in Unix time; 0 for never.",
            verified.map { $0.at.timeIntervalSince1970.rounded(.down) } ?? 0)
        page.addOne(
            "till_journal_verified", .gauge, "1 if it was intact then, 0 if it was not, or was never verified.",
            verified?.isIntact == true ? 1 : 0)
        page.begin("till_journal_commit_duration_seconds", .histogram, "How long synced commits took.")
        page.add("till_journal_commit_duration_seconds", [], till.figures.commits)
        let isReady = (try? till.storage.checkReady()) != nil
        page.addOne("till_storage_ready", .gauge, "1 if a payment could be stored now.", isReady ? 1 : 0)
    }

    private func requests(_ page: inout ExpositionText) {
        page.begin("till_http_requests_total", .counter, "Requests that were answered.")
        for (answered, count) in till.figures.answered {
            page.add(
                "till_http_requests_total",
                [("method", answered.method), ("route", answered.route), ("status", String(answered.status))],
                Double(count))
        }
    }

    private func process(_ page: inout ExpositionText) {
        if let bytes = ProcessFigures.residentBytes {
            page.addOne("process_resident_memory_bytes", .gauge, "Resident memory.", bytes)
        }
        if let count = ProcessFigures.openDescriptors {
            page.addOne("process_open_fds", .gauge, "Open file descriptors.", count)
        }
        if let seconds = ProcessFigures.processorSeconds {
            page.addOne("process_cpu_seconds_total", .counter, "Processor time of all threads.", seconds)
        }
    }
}
