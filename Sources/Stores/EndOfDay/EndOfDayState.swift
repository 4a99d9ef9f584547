import Flow
import Hardware
import Model
import Payments

/// The progress of ends of day, one for each terminal.
package struct EndOfDayState: Hashable, Sendable, KnowsTheEndOfDay {
    private static let follow = Sentence("display.endOfDay")

    private var words: [DeviceAddress: Sentence] = [:]

    mutating func reduce(_ event: EndOfDayProgress) {
        switch event {
        case .began(let terminal): words[terminal] = Self.follow
        case .shows(let terminal, let progress): if words[terminal] != nil { words[terminal] = progress.wording }
        case .ended(let terminal): words[terminal] = nil
        }
    }

    package func show(on screen: some PaymentScreen) {
        if words.isEmpty { screen.showIdle() }
        for (_, words) in words.sorted(by: { $0.key.description < $1.key.description }) { screen.showProgress(words) }
    }
}
