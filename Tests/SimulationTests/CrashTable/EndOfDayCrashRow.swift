/// The rows of the table for ends of day: what of an end of day was on disk when it was cut off, and how it may end.
enum EndOfDayCrashRow: String, CaseIterable, Comparable {
    case beforeE1 = "before E1"
    case e1e2 = "E1-E2"
    case e2e3 = "E2-E3"
    case e3e4 = "E3-E4"
    case afterE4 = "after E4"

    static func < (left: Self, right: Self) -> Bool { left.order < right.order }
    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    init(_ facts: EndOfDayFacts) {
        self =
            if !facts.reports.isEmpty {
                .afterE4
            } else if facts.hasEnded {
                .e3e4
            } else if facts.hasTotals {
                .e2e3
            } else {
                facts.intents.isEmpty ? .beforeE1 : .e1e2
            }
    }

    func legalEnds(of run: EndOfDayCrashCase) -> Set<String> {
        // A terminal that repeats nothing has told its totals for the last time; a replacement knows nothing of this
        // day.
        let lost: Set<String> = run.terminalState.repeatsReports ? [] : ["closed without totals"]
        let doubt: Set<String> = run.isSameTerminal ? [] : ["in doubt"]
        let nothing: Set<String> = run.before.mayCountNothing ? ["nothing counted"] : []
        let open = lost.union(doubt).union(nothing).union(["closed", "not closed"])
        return switch self {
        // Nothing was begun, or the next life begins the first end of day.
        case .beforeE1: open.union(["none"])
        case .e1e2: open
        // The totals may not have been answered.
        case .e2e3: doubt.union(nothing).union(["closed", "not closed"])
        case .e3e4, .afterE4: ["closed"]
        }
    }
}

extension TerminalAfterCut {
    var repeatsReports: Bool { ![.repeatsNothing, .refusesToRepeat].contains(self) }
}
