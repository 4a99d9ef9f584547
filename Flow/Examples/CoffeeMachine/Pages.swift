import Flow

/// The pages of the machine's screen.
enum DrinkPage: Hashable, Codable, Sendable {
    case menu
    case drink(Drink)
}

struct FrontState: HasNavigationState {
    var navigationState = NavigationState(DrinkPage.menu)
}

/// What one page knows while it is open.
struct PageState: Equatable, Sendable {
    let page: DrinkPage
    var touches = 0

    init(_ page: DrinkPage) { self.page = page }

    mutating func reduce(_ event: NavigationEvent<DrinkPage>) { touches += 1 }
}
