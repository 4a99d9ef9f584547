import Flow
import Foundation
import Logging
import Model

/// One log entry before it is formatted. Its texts contain no card data.
struct LogRecord: Hashable, Sendable {
    let at: Date
    let level: Logger.Level
    let message: String
    /// The fields, under the journal's names.
    let fields: [String: String]

    init(at: Date, level: Logger.Level, message: String, fields: [String: String]) {
        self.at = at
        self.level = level
        self.message = CardData.masked(message)
        var named: [String: String] = [:]
        for (name, value) in fields { named[Self.journalName(name)] = CardData.masked(value) }
        self.fields = named
    }

    init(_ entry: LogEntry, at: Date) {
        var fields = entry.metadata
        fields["EVENT"] = entry.event.name
        fields["MESSAGE_ID"] = entry.event.messageID
        self.init(at: at, level: Logger.Level(entry.event.level), message: entry.message, fields: fields)
    }

    /// A valid field name of the journal: capitals, digits and underscores, a letter first, 64 at most
    /// (systemd.journal-fields(7)). Other characters of a library's name become underscores.
    static func journalName(_ name: String) -> String {
        let allowed = name.uppercased().unicodeScalars.map { scalar in
            ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
        }
        let begun = allowed.drop { !$0.isLetter }.prefix(64)
        return begun.isEmpty ? "FIELD" : String(begun)
    }

    /// The level as a syslog priority: 7 is debug, 0 the most severe.
    var priority: Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

extension String {
    /// Untrusted text made safe to display: control, format (which change the writing direction) and line-separating
    /// characters are escaped as `\n` or `\u{202E}`.
    func escaped(keepingLineBreaks: Bool = false) -> String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where keepingLineBreaks && scalar == "\n": text.unicodeScalars.append(scalar)
            case .control where scalar == "\n": text += #"\n"#
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += #"\u{\#(String(scalar.value, radix: 16, uppercase: true))}"#
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
