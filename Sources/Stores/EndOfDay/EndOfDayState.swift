import Flow
import Hardware
import Model

/// Someone who knows how an end of day goes, and nothing else.
public protocol KnowsTheEndOfDay: Sendable {
    func show(on screen: some PaymentScreen)
}

/// How ends of day go, as a state: one for each terminal.
public struct EndOfDayState: Hashable, Sendable, KnowsTheEndOfDay {
    private var words: [DeviceAddress: String] = [:]

    mutating func reduce(_ event: EndOfDayNotice) {
        switch event {
        case .began(let terminal): words[terminal] = "End of day: follow the terminal"
        case .shows(let terminal, let progress): if words[terminal] != nil { words[terminal] = progress.text }
        case .ended(let terminal): words[terminal] = nil
        }
    }

    public func show(on screen: some PaymentScreen) {
        if words.isEmpty { screen.showIdle() }
        for words in words.values.sorted() { screen.showProgress(words) }
    }
}

/// Facts about what an end of day shows.
public enum EndOfDayNotice: Hashable, Codable, Sendable {
    case began(DeviceAddress)
    /// The terminal's own words.
    case shows(DeviceAddress, TerminalProgress)
    case ended(DeviceAddress)
}
