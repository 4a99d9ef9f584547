import Model

/// What a completion told about the terminal itself. Each part is nil unless it was sent.
package struct TerminalState: Hashable, Sendable {
    package var terminalID: String?
    /// Success if the terminal is ready. Other reasons tell what prevents it, or what it asks for (ZVT 13.08 chapter
    /// 10).
    package var status: DeviceCode?
    package var softwareVersion: String?
    /// The terminal's time, which it has from its host and told during the request (ZVT `04 01`).
    package var clock: TerminalClock?
    /// The character set that was agreed on at registration.
    package var characterSet: TerminalProfile.CharacterSet?
    /// The ISO 4217 number of the currency that was agreed on at registration.
    package var currencyNumber: Int?

    package init(
        terminalID: String? = nil, status: DeviceCode? = nil, softwareVersion: String? = nil,
        clock: TerminalClock? = nil,
        characterSet: TerminalProfile.CharacterSet? = nil, currencyNumber: Int? = nil
    ) {
        self.terminalID = terminalID
        self.status = status
        self.softwareVersion = softwareVersion
        self.clock = clock
        self.characterSet = characterSet
        self.currencyNumber = currencyNumber
    }
}
