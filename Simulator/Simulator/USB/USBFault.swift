/// A fault or manual action on a simulated USB device while it runs.
package enum USBFault: Hashable, Sendable {
    case unplug(backAfter: Duration?)
    case plug
    /// Answer writes by NAK.
    case refuse
    case accept
    /// Take so many bytes, then answer NAK.
    case takeOnly(Int)
    /// Stall all endpoints but 0, or the output endpoint after so many bytes.
    case stall(after: Int?)
    /// Send more than was requested.
    case babble
    /// The device behind a serial line understands only this baud rate.
    case speaks(baud: UInt32)
    /// Refill a printer's paper and close its cover.
    case mend

    /// Parses a command: `unplug`, `unplug 500` (milliseconds), `plug`, `nak`, `ack`, `take 1000`, `stall`, `stall
    /// 1000`, `babble`, `baud 9600`, `mend`. Nil for anything else.
    package init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let number = words.count == 2 ? Int(words[1]).flatMap { $0 < 0 ? nil : $0 } : nil
        guard words.count == 1 || number != nil else { return nil }
        switch (words.first, number) {
        case ("unplug", let span): self = .unplug(backAfter: span.map { .milliseconds($0) })
        case ("plug", nil): self = .plug
        case ("nak", nil): self = .refuse
        case ("ack", nil): self = .accept
        case ("take", let count?): self = .takeOnly(count)
        case ("stall", let count): self = .stall(after: count)
        case ("babble", nil): self = .babble
        case ("baud", let number?): self = .speaks(baud: UInt32(clamping: number))
        case ("mend", nil): self = .mend
        default: return nil
        }
    }
}
