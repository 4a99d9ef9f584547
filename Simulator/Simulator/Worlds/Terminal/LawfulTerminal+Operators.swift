// Actions of people and hosts on the terminal.
extension LawfulTerminal {
    /// Switches it off; work that it does by itself stays as it is.
    private func switchOff() {
        ownWork += 1
        (busyUntil, isStale) = (nil, false)
        for entry in book.entries where !entry.isSettled { book.change(entry.serial) { $0.isSettled = true } }
    }

    /// Replaces it by another terminal with its own past.
    func exchange() {
        switchOff()
        var other = TerminalMemory()
        exchanges += 1
        other.terminalID = String(29_009_999 - exchanges + 1)
        memory = other
        takeForAnother()
    }

    /// Sets it up anew: nothing is stored, and the numbers restart.
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
