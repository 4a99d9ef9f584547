/// The telegrams that the terminal sends.
enum TerminalTelegram: Equatable, Sendable {
    /// `80 00 00`.
    case accepted
    /// `84 xx 00`.
    case refused(UInt8)
    /// `04 FF`, optionally with a new T4.
    case progress(UInt8, minutes: UInt8?)
    /// `04 0F` of a journal entry.
    case result(TerminalJournal.Entry)
    /// `04 0F` with only a code: no card was read.
    case failure(UInt8)
    /// `04 0F` with BMP 60.
    case totals(TerminalTurnover)
    /// `04 01`: the host's time.
    case clock(TerminalTime)
    /// `06 1E B8`: open reservations by their receipt numbers.
    case openReservations([Int])
    /// `06 D1`, attribute and text.
    case line(attribute: UInt8, text: String)
    /// `06 D3`: a whole receipt.
    case block(TerminalReceipt)
    /// `06 0F` of a registration, with the terminal's demand.
    case registered(TerminalRegistration, needs: TerminalScenario.Demand?)
    /// `06 0F` of a status enquiry.
    case status(service: UInt8, needs: TerminalScenario.Demand?)
    /// `06 0F` of any other command.
    case completed
    /// `06 1E`, with the terminal's currency if that was the reason.
    case aborted(UInt8)
}
