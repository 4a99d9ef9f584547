import Model
import ArgumentParser
import Failures
import Flow
import Foundation
import Recorder
import Service
import Storage
import Payments
import Stores

struct ExportJournal: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Exports the whole journal, or the recorded telegrams of one payment.",
        discussion: """
            The journal is written as one JSON document per line, each with its hash (docs/cli.md). With --trace Till writes \
            what the flight recorder kept of one payment, without card data, for `till-sim replay` (jsonl) or Wireshark \
            (pcapng). Exit 7 when there is no such payment or nothing was recorded of it.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument { case jsonl, pcapng }

    @Option(
        help: ArgumentHelp(
            "Export the telegrams of this payment instead of the journal: a payment id, an order number, or `last`.",
            valueName: "payment"))
    var trace: String?
    @Option(help: ArgumentHelp("The format of the trace; only with --trace.", valueName: "format"))
    var format = Format.jsonl
    @Option(
        help: ArgumentHelp(
            "The file to write the trace to. Default: standard output. Only with --trace.", valueName: "file"))
    var out: String?
    @OptionGroup var data: DataOptions

    func validate() throws {
        guard trace == nil, out != nil || format != .jsonl else { return }
        throw ValidationError("--format and --out go with --trace.")
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let setup = try data.setup()
        let till = try await LiveTill(toRead: setup, console)
        guard let trace else { return try await exportJournal(till, console) }
        let explanation = try await till.ask { JournalAction.explainPayment(reference: trace, $0) }
        let found = try TraceRing.trace(of: Trace.Heading(explanation), in: setup.recordings)
        guard !found.records.isEmpty else { throw .noTrace(of: "\(explanation.history.intent.payment)") }
        tellOfGaps(in: found, console, till.language)
        let bytes =
            switch format {
            case .jsonl: found.encoded()
            case .pcapng: PacketCapture.encode(found, in: till.language)
            }
        guard let out else {
            console.write(bytes)
            return .done
        }
        try OutputFile.write(bytes, to: out, besides: data.ownFiles)
        console.say(
            till.language.text(
                "trace.written",
                [
                    "file": out, "records": found.records.count,
                    "payment": explanation.history.intent.payment,
                ]))
        return .done
    }

    private func exportJournal(_ till: LiveTill, _ console: Console) async throws(Failure) -> Exit {
        var entries = try await page(from: 1, till).get()
        while console.isHeard, let last = entries.last {
            // The next page is read while this one is written.
            async let following = page(from: last.sequence + 1, till)
            var lines: [UInt8] = []
            for entry in entries { EntryLine.append(entry, to: &lines) }
            console.write(lines)
            entries = try await following.get()
        }
        return .done
    }

    /// The number of entries in a page; two pages are in memory at once.
    private static let pageSize = 200

    private func page(from first: Int64, _ till: LiveTill) async -> Result<[JournalEntry], Failure> {
        do throws(Failure) {
            return .success(
                try await till.ask { JournalAction.listEntries(from: first, limit: Self.pageSize, $0) })
        } catch { return .failure(error) }
    }

    private func tellOfGaps(in trace: Trace, _ console: Console, _ language: OperatorLanguage) {
        if !trace.beheaded.isEmpty { console.say(language.text("trace.beheaded")) }
        if trace.missing > 0 { console.say(language.text("trace.missing", ["count": trace.missing])) }
        if trace.unreadable > 0 { console.say(language.text("trace.unreadable", ["count": trace.unreadable])) }
    }
}

extension Trace.Heading {
    fileprivate init(_ explanation: PaymentExplanation) {
        let intent = explanation.history.intent
        self.init(
            payment: intent.payment, amount: intent.amount.formatted(), currency: intent.amount.currency.code,
            outcome: explanation.outcome?.word)
    }
}

extension Failure {
    fileprivate static func noTrace(of payment: String) -> Failure {
        Failure(
            TraceFailure.notFound, Sentence("failure.trace.notFound", ["payment": payment]),
            remedy: Sentence("remedy.trace.notFound"), recovery: .giveUp)
    }
}
