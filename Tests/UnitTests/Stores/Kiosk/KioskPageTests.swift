import Flow
import Foundation
import Model
import Testing

@testable import Stores

/// The open page of the kiosk is state of the till's tree, as payments and devices are.
struct KioskPageTests {
    private let world = VirtualWorld()

    @Test func whichPageIsOpenIsPartOfTheTillsState() throws {
        let root = StateStore.till(in: world.environment)
        root.dispatch(.navigation(.opened(.order(OrderID(rawValue: 1042)))))
        root.dispatch(.navigation(.opened(.payment(PaymentID(rawValue: "pay-1")))))
        world.run()
        #expect(root.navigation.current.current == .payment(PaymentID(rawValue: "pay-1")))
        let stored = try JSONEncoder().encode(root.state)
        let read = try JSONDecoder().decode(TillState.self, from: stored)
        #expect(
            read.navigationState.path == [
                .welcome, .order(OrderID(rawValue: 1042)), .payment(PaymentID(rawValue: "pay-1")),
            ])
    }

    @Test func aPageMayHaveABranchOfTheTree() {
        let root = StateStore.till(in: world.environment)
        let pages = PageStores(root.navigation) { _ in root.branch(0) { (touches: inout Int, _: Bool) in touches += 1 }
        }
        root.dispatch(.navigation(.opened(.service)))
        world.run()
        #expect(pages[.service] != nil)
        root.dispatch(.navigation(.wentHome))
        world.run()
        #expect(pages[.service] == nil && pages[.welcome] != nil)
    }
}
