/// How much an entry matters, from the least. syslog and swift-log know these levels by the same names.
public enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
