import Failures
import Flow
import Hardware
import Model
import Storage

/// Recovery of an interrupted end of day. The terminal is asked, and only its answer counts. Each question is written
/// to disk before it is sent.
extension EndOfDayRun {
    /// How often a terminal is asked for its last end of day if it aborts each answer.
    private static let mostRepeats = 3

    /// The outcome of an earlier interrupted end of day, if there was one. The terminal is asked once. If its answer
    /// does not decide, it is asked again when somebody wants its day ended.
    func settleOpen() async throws(Failure) {
        guard let open = try open(of: address), open.doubt == nil else { return }
        try checkStorageAndDoubts(of: open.intent.terminal)
        _ = try await resolveOnce(open)
    }

    /// Finds out what became of this end of day. The result is in doubt, and the end of day stays open, as long as the
    /// terminal does not tell. Throws if another terminal is in its place.
    func resolve(_ open: EndOfDayHistory) async throws(Failure) -> EndOfDayReport {
        let end = environment.uptime() + request.giveUpAfter
        do throws(Failure) {
            return try await environment.retrying(.untilTheTruthIsKnown(within: request.giveUpAfter)) {
                () async throws(Failure) in
                do throws(Failure) { return try await resolveOnce(open) } catch {
                    // No retry follows then. Each try takes its own time, so a terminal that never ends an answer must
                    // not get all of them.
                    throw environment.uptime() < end ? error : error.with(recovery: .giveUp)
                }
            }
        } catch {
            guard !error.is(EndOfDayFailure.otherTerminal) else { throw error }
            return try await report(reread(open), .inDoubt(reason: Sentence(error)), through: open.sequence)
        }
    }

    private func resolveOnce(_ open: EndOfDayHistory) async throws(Failure) -> EndOfDayReport {
        if let outcome = open.decided { return try await settle(open, outcome) }
        try noteOnlyAsked(open)
        let line = try await connect()
        defer { line.terminal.close() }
        guard line.name.isSame(as: open.intent.terminal) else { throw .otherTerminalAtEndOfDay(open.intent.terminal) }
        let counted = try await counted(open, on: line.terminal)
        switch try rule(for: reread(open)).judge(counted) {
        case .notClosed:
            try checkIsOver(open, on: line.terminal)
            // It may count a new day under the old numbers, and has then ended the one of which it told the totals.
            let isOurs = try reread(open).hasTotals ? try await repeated(open, on: line.terminal) == .ours : false
            if isOurs { return try await settleClosed(open) }
            return try await settleAll(open, .notClosed(reason: Sentence("reason.endOfDay.sameDay")))
        case .closed:
            let history = try reread(open)
            if !history.hasTotals || !history.hasWholeText {
                _ = try await repeated(open, on: line.terminal, isClosed: true)
            }
            return try await settleClosed(open)
        case .alike:
            let isOurs = try await repeated(open, on: line.terminal) == .ours
            return isOurs ? try await settleClosed(open) : try await settleAll(open, .nothingCounted)
        case .unclear(let why): return try await settleUnclear(open, on: line.terminal, why)
        }
    }

    /// Settles an end of day that only the terminal's last end of day can still decide.
    private func settleUnclear(
        _ open: EndOfDayHistory, on terminal: any PaymentTerminal, _ why: Sentence
    ) async throws(Failure) -> EndOfDayReport {
        switch try await repeated(open, on: terminal) {
        case .ours: return try await settleClosed(open)
        case .previous:
            try checkIsOver(open, on: terminal)
            return try await settleAll(open, .notClosed(reason: Sentence("reason.endOfDay.oneBefore")))
        case .unknown:
            try journal.write(.unclear(why), of: open.intent.id)
            throw .endOfDayUnclear(why)
        }
    }

    /// Throws while the terminal may still be at work: it may answer a question and end its day a moment later.
    private func checkIsOver(_ open: EndOfDayHistory, on terminal: any PaymentTerminal) throws(Failure) {
        let rest = try reread(open).mayStillRun(
            at: environment.now(), environment.bootTime(), terminal.longestCardPhase)
        if rest > .zero { throw .endOfDayMayStillRun }
    }

    /// Writes the time since which the terminal has only been asked, once in each boot of the machine.
    private func noteOnlyAsked(_ open: EndOfDayHistory) throws(Failure) {
        let now = environment.bootTime()
        if let since = try reread(open).askedSince, now.boot == nil || since.boot == now.boot { return }
        try journal.write(.onlyAsked(since: now), of: open.intent.id)
    }

    private func settleClosed(_ open: EndOfDayHistory) async throws(Failure) -> EndOfDayReport {
        try await settleAll(open, reread(open).hasTotals ? .closed : .closedWithoutTotals)
    }

    /// Settles the end of day with everything that was told meanwhile.
    private func settleAll(
        _ open: EndOfDayHistory, _ outcome: EndOfDayReport.Outcome
    ) async throws(Failure) -> EndOfDayReport {
        try await settle(reread(open), outcome)
    }

    // MARK: Questions

    /// What the terminal counts now; nil if it does not tell.
    private func counted(
        _ open: EndOfDayHistory, on terminal: any PaymentTerminal
    ) async throws(Failure) -> TerminalTotals? {
        let told = try await ask(.totals, .turnoverTotals, of: open, on: terminal)
        switch told.end {
        case .completed: return told.totals
        case _ where told.end.reason == .busy: throw .terminalBusy
        case .refused, .aborted: return nil
        case .disturbed(let failure): throw failure
        }
    }

    /// Finds out which end of day the terminal repeats. Totals that belong to this one are written as its own.
    private func repeated(
        _ open: EndOfDayHistory, on terminal: any PaymentTerminal, isClosed: Bool = false
    ) async throws(Failure) -> RepeatedTotals.Verdict {
        let again = try await ask(.lastEndOfDay, .reprint(.endOfDay, withResult: true), of: open, on: terminal)
        if case .disturbed(let failure) = again.end,
            try reread(open).questions.count(where: { $0 == .lastEndOfDay })
                < Self.mostRepeats
        {
            throw failure
        }
        guard let told = again.totals else { return .unknown }
        let finding = try repeatedTotals(for: open, isClosed).judge(told)
        if finding == .ours { try journal.write(.totals(told), of: open.intent.id) }
        return finding
    }

    private func ask(
        _ question: EndOfDayQuestion, _ what: TerminalRequest, of open: EndOfDayHistory,
        on terminal: any PaymentTerminal
    ) async throws(Failure) -> DurableTerminalRequest.Outcome {
        let (journal, id) = (journal, open.intent.id)
        try journal.write(.asking(question), of: id)
        return await ask(what, on: terminal) { told throws(Failure) in
            switch told {
            case .totals(let totals, _): try journal.write(.asked(totals), of: id)
            case .text(let text): try journal.write(.text(text), of: id)
            case .textsCompleted(let texts): try journal.write(.textsCompleted(texts), of: id)
            }
        }
    }

    // MARK: What is known

    private func rule(for open: EndOfDayHistory) throws(Failure) -> EndOfDayRule {
        let before = try books(open.intent.terminal, through: open.sequence).day
        let after = try books(open.intent.terminal, since: open.sequence, in: before.currency).day
        return EndOfDayRule(before: before, after: after, wasTold: open.wasTold)
    }

    private func repeatedTotals(
        for open: EndOfDayHistory, _ isClosed: Bool
    ) throws(Failure) -> RepeatedTotals {
        let intent = open.intent
        let previous = try dependencies.storage.reading {
            try EndOfDayJournal.lastClosed(of: intent.terminal, in: $0)?.totals
        }
        return RepeatedTotals(
            before: try books(intent.terminal, through: open.sequence).day, previous: previous,
            told: try reread(open).totals, startedAt: intent.startedAt,
            utcOffset: dependencies.merchantProfile.utcOffset(intent.startedAt), isClosed: isClosed)
    }

    private func reread(_ open: EndOfDayHistory) throws(Failure) -> EndOfDayHistory {
        try self.open(open.intent.id) ?? open
    }
}

extension Retry {
    /// Retries for a terminal that is asked what became of an end of day. The time of each try is not part of the span.
    fileprivate static func untilTheTruthIsKnown(within span: Duration) -> Retry {
        Retry(
            .atMost(max(1, Int(span.components.seconds / 2))), first: .seconds(2), factor: 1,
            recoveries: [.retry, .askOperator])
    }
}
