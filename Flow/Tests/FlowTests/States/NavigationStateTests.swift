import Flow
import Foundation
import Testing

/// The place among pages, as state, and a store for each page that is open.
struct NavigationStateTests {
    private enum Page: Hashable, Codable, Sendable {
        case menu, order, question
        case drink(Int)
    }

    private struct FrontState: HasNavigationState, Sendable {
        var navigationState = NavigationState(Page.menu)
    }

    private var place = NavigationState(Page.menu)

    @Test mutating func pagesAreOpenedAndGoneBackFrom() {
        place.open(.drink(1))
        place.open(.order)
        #expect(place.path == [.menu, .drink(1), .order] && place.current == .order)
        place.goBack()
        #expect(place.current == .drink(1) && place.canGoBack)
        place.goBack()
        place.goBack()
        #expect(place == NavigationState(.menu) && !place.canGoBack)
    }

    @Test mutating func aPageThatIsOpenAlreadyIsGoneBackTo() {
        for page in [Page.drink(1), .order, .drink(1)] { place.open(page) }
        #expect(place.path == [.menu, .drink(1)])
    }

    @Test mutating func anOverlayIsSeenAndIsTheFirstToGo() {
        place.open(.order)
        place.present(.question)
        #expect(place.current == .question && place.pages == [.menu, .order, .question])
        place.goBack()
        #expect(place.current == .order)
        place.present(.question)
        place.goHome()
        #expect(place == NavigationState(.menu))
    }

    @Test mutating func aPageIsReplaced() {
        place.open(.order)
        place.replace(with: .drink(2))
        #expect(place.path == [.menu, .drink(2)])
        place.goHome()
        place.replace(with: .order)
        #expect(place.home == .order && place.path == [.order])
        place.replace(with: .order)
        #expect(place.path == [.order])
    }

    @Test mutating func thePathIsBounded() {
        for number in 0..<1_000 { place.open(.drink(number)) }
        #expect(place.path.count == NavigationState<Page>.deepest && place.current == .drink(999))
    }

    @Test mutating func whereOneIsIsReadBackAfterARestart() throws {
        place.reduce(.opened(.order))
        place.reduce(.presented(.question))
        let read = try JSONDecoder().decode(NavigationState<Page>.self, from: JSONEncoder().encode(place))
        #expect(read == place)
        place.reduce(.wentBack)
        place.reduce(.replaced(.drink(3)))
        #expect(place.current == .drink(3))
        place.reduce(.wentHome)
        #expect(place.current == .menu)
    }

    // MARK: Pages in the tree

    @Test func eachPageThatLivesHasAStoreWhichGoesWithThePage() {
        let world = VirtualWorld()
        let front = StateStore<FrontState, NavigationEvent<Page>>(FrontState(), environment: world.environment) {
            state, event in state.navigationState.reduce(event)
        }
        let pages = PageStores(front.navigation) { page in front.with(0) { visits, _ in visits += 1 } }
        func go(_ event: NavigationEvent<Page>) {
            front.dispatch(event)
            world.run()
        }
        go(.opened(.order))
        go(.presented(.question))
        weak let order = pages[.order]
        #expect(order != nil && pages[.menu] != nil && pages[.question] != nil && pages[.drink(1)] == nil)
        go(.wentBack)
        #expect(pages[.question] == nil && pages[.order] === order)
        go(.wentHome)
        #expect(order == nil && pages[.menu] != nil)
    }
}
