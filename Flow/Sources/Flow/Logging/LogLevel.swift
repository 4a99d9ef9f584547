/// The severity of an entry, ascending. syslog and swift-log use the same names.
public enum LogLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
