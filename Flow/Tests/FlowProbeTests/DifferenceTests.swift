import Flow
import FlowProbe
import Synchronization
import Testing

private struct Cup: Equatable, Sendable {
    var size = 1
    var content = Content.empty
}

private enum Content: Equatable, Sendable {
    case empty
    case coffee(sugar: Int)
    case tea
}

private struct Bar: Equatable, Sendable {
    var cups = [Cup()]
    var prices = ["tea": 2]
    var guest: String?
    var job = EffectState()
}

struct DifferenceTests {
    private func differences(_ change: (inout Bar) -> Void) -> [String] {
        let old = Bar()
        var new = old
        change(&new)
        return Difference.all(from: old, to: new).map(\.description)
    }

    @Test func whatIsEqualDiffersNowhere() {
        #expect(differences { _ in } == [])
    }

    @Test func aFieldIsNamedByItsPlace() {
        #expect(differences { $0.cups[0].size = 2 } == ["cups[0].size: 1 → 2"])
    }

    @Test func aCaseIsComparedWithinItself() {
        #expect(differences { $0.cups[0].content = .tea } == ["cups[0].content: empty → tea"])
        let (one, two) = (Content.coffee(sugar: 1), Content.coffee(sugar: 2))
        #expect(Difference.all(from: one, to: two).map(\.description) == ["coffee.sugar: 1 → 2"])
    }

    @Test func whatWasAddedAndRemovedIsSaid() {
        #expect(differences { $0.cups = [] } == ["cups[0]: - \(Cup())"])
        #expect(differences { $0.cups.append(Cup()) } == ["cups[1]: + \(Cup())"])
        #expect(differences { $0.prices = ["tea": 3, "milk": 1] } == ["prices[milk]: + 1", "prices[tea]: 2 → 3"])
        #expect(differences { $0.guest = "Ann" } == ["guest: nil → Ann"])
    }

    @Test func anEffectStateThatTookThePlaceOfAnotherIsNoDifference() {
        #expect(differences { $0.job = EffectState() } == [])
        #expect(differences { $0.job.run() }.contains("job.runs: 0 → 1"))
    }

    @Test func anEventIsPrintedWithWhatItChanged() {
        let world = VirtualWorld()
        let printed = Mutex<[String]>([])
        let store = StateStore(Bar(), environment: world.environment) { bar, size in bar.cups[0].size = size }
        let printing = store.printChanges { text in printed.withLock { $0.append(text) } }
        store.dispatch(2)
        store.dispatch(2)
        world.run()
        #expect(printed.withLock { $0 } == ["2\n    cups[0].size: 1 → 2", "2\n    changed nothing"])
        withExtendedLifetime(printing) {}
    }
}
