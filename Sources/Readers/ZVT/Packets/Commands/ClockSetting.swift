import Hardware

/// `06 91` from us, `04 01` from the terminal: sets the other side's clock (ZVT 13.08 chapters 2 and 3).
package struct ClockSetting: Hashable, Sendable {
    package let clock: TerminalClock

    package init(_ clock: TerminalClock) { self.clock = clock }

    func apdu(_ control: UInt16) -> APDU {
        var fields = FieldWriter()
        fields.put(0xAA, decimal: (clock.year % 100 * 100 + clock.month) * 100 + clock.day)
        fields.put(0x0C, decimal: (clock.hour * 100 + clock.minute) * 100 + clock.second)
        return APDU(control, fields.bytes)
    }

    init(_ body: inout TelegramBody) throws(PacketError) {
        let fields = try body.fields()
        guard let date = try fields.decimal(0xAA), let time = try fields.decimal(0x0C),
            let clock = TerminalClock(
                year: 2000 + date / 10_000, month: date / 100 % 100, day: date % 100, hour: time / 10_000,
                minute: time / 100 % 100, second: time % 100)
        else { throw PacketError(.missing(.dateAndTime), at: body.bytes.count) }
        self.init(clock)
    }
}
