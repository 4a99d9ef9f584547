/// Commands that carry only a password.
enum TerminalAdministration: Equatable, Sendable { case turnoverTotals, endOfDay, initialisation }
