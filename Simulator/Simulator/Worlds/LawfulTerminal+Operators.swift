// What people and hosts do to it.
extension LawfulTerminal {
    /// What it was in the middle of by itself stays as it is.
    private func switchOff() {
        ownWork += 1
        (busyUntil, isStale) = (nil, false)
        for entry in book.entries where !entry.isSettled { book.change(entry.serial) { $0.isSettled = true } }
    }

    /// Another one stands in its place, with a past of its own.
    func exchange() {
        switchOff()
        var other = TerminalMemory()
        exchanges += 1
        other.terminalID = String(29_009_999 - exchanges + 1)
        memory = other
        takeForAnother()
    }

    /// Installed anew: nothing is stored, and the numbers restart.
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
