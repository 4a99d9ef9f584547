import Flow
import Testing

/// A store that has grown is divided into parts with actions of their own.
struct SubStoreTests {
    private let world = VirtualWorld()

    private enum BudgetAction: Action { case total(Reply<Int>) }
    private enum GiftAction: Action { case count(Reply<Int>) }
    private enum RibbonAction: Action { case colour(Reply<String>) }

    private final class RibbonStore: Store {
        func onAction(_ action: RibbonAction) {
            switch action {
            case .colour(let reply): reply("red")
            }
        }
    }

    private final class GiftStore: Store {
        let ribbons = RibbonStore()
        var subStores: [any Store] { [ribbons] }

        func onAction(_ action: GiftAction) {
            switch action {
            case .count(let reply): reply(3)
            }
        }
    }

    private final class BudgetStore: Store {
        let gifts = GiftStore()
        let counter = CountStore()
        var subStores: [any Store] { [gifts, counter] }

        func onAction(_ action: BudgetAction) {
            switch action {
            case .total(let reply): reply(100)
            }
        }
    }

    private func ask<Asked: Action, Value: Sendable>(
        _ make: @escaping @Sendable (Reply<Value>) -> Asked
    ) throws(Failure) -> Value {
        let stores = StoresManager(environment: world.environment) {
            DeauthenticatedState(stores: [BudgetStore()], because: $0)
        }
        return try world.finish { () async throws(Failure) in try await stores.ask(make) }
    }

    @Test func aSubStoreIsReachedDirectlyByItsOwnActions() throws {
        #expect(try ask { GiftAction.count($0) } == 3)
        #expect(try ask { CountAction.add(2, $0) } == 2)
    }

    @Test func theStoreItselfIsReachedAsBefore() throws {
        #expect(try ask { BudgetAction.total($0) } == 100)
    }

    @Test func aSubStoreMayHaveSubStores() throws {
        #expect(try ask { RibbonAction.colour($0) } == "red")
    }

    @Test func theDispatcherHoldsNoSubStore() {
        let dispatcher = Dispatcher()
        do { BudgetStore().registerSupportedActions(in: dispatcher) }
        #expect(!dispatcher.takes(GiftAction.self))
    }

    @Test func aSubStoreWhoseActionsAreTakenAlreadyTraps() async {
        await #expect(processExitsWith: .failure) {
            let dispatcher = Dispatcher()
            let (counter, budget) = (CountStore(), BudgetStore())
            counter.registerSupportedActions(in: dispatcher)
            budget.registerSupportedActions(in: dispatcher)
            withExtendedLifetime(counter) {}
        }
    }
}
