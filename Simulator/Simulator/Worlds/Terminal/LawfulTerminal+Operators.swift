// Actions of people and hosts on the terminal.
extension LawfulTerminal {
    /// Switches the terminal off: its own work ends, and entries that are not settled stay as they are.
    private func switchOff() {
        ownWork += 1
        (busyUntil, isStale) = (nil, false)
        for entry in book.entries where !entry.isSettled { book.change(entry.serial) { $0.isSettled = true } }
    }

    /// Replaces the terminal by another one, which has booked a payment of its own.
    func exchange() {
        switchOff()
        var other = TerminalMemory()
        exchanges += 1
        other.terminalID = String(29_009_999 - exchanges + 1)
        memory = other
        takeForAnother()
    }

    /// Sets the terminal up anew: nothing is stored, and the numbers restart.
    func setUpAnew() {
        switchOff()
        let id = memory.terminalID
        memory = TerminalMemory()
        memory.terminalID = id
        memory.restartNumbers()
    }

    func restore() {
        switchOff()
        let its = book.entries.filter { $0.terminalID == earlier.terminalID }
        forgotten.formUnion(its.map(\.serial).filter { !earlier.stored.contains($0) })
        memory = earlier
    }
}
