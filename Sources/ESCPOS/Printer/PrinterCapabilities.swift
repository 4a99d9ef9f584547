/// What a printer reports about itself, and the speed of its line.
package struct PrinterCapabilities: Hashable, Sendable {
    /// Whether it understands `GS ( H` and answers when everything before it is printed.
    package var tellsWhenPrinted: Bool
    /// Whether it understands `GS a` and reports changes of its status by itself.
    package var tellsChanges: Bool
    /// Whether it understands `DLE EOT 3` and `DLE ENQ`.
    package var tellsFaults: Bool
    /// Whether it is known to answer `DLE EOT`, so that silence means that it is off or stuck.
    package var mustAnswer: Bool
    /// Whether it may answer `GS r`.
    package var answersInOrder: Bool
    /// Whether it is known to answer `GS r` when it processes it.
    package var mustAnswerInOrder: Bool
    package var bytesPerSecond: Int

    /// - Parameter tellsFaults: by default as `tellsChanges`.
    package init(
        tellsWhenPrinted: Bool = false, tellsChanges: Bool = false, tellsFaults: Bool? = nil, mustAnswer: Bool = false,
        answersInOrder: Bool = true, mustAnswerInOrder: Bool = false, bytesPerSecond: Int = 960
    ) {
        self.tellsWhenPrinted = tellsWhenPrinted
        self.tellsChanges = tellsChanges
        self.tellsFaults = tellsFaults ?? tellsChanges
        self.mustAnswer = mustAnswer
        self.answersInOrder = answersInOrder
        self.mustAnswerInOrder = mustAnswerInOrder
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// Whether a print is in doubt when its end is not confirmed.
    var mustProve: Bool { tellsWhenPrinted || mustAnswerInOrder }

    /// How long this many bytes take on the line.
    func lineTime(_ count: Int) -> Duration {
        .nanoseconds(Int64(count) * 1_000_000_000 / Int64(bytesPerSecond))
    }
}
