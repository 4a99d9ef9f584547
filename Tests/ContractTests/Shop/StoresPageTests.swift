import Foundation
import Testing

/// The page `docs/stores.md`, which `scripts/stores-page` makes from the sources, against what these tests read in them.
@Suite struct StoresPageTests {
    @Test func everyActionOfTheShopsStoresIsOnThePage() throws {
        let page = try String(contentsOf: ActionSources.page, encoding: .utf8)
        let rows = page.split(separator: "\n").map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        for (type, cases) in ActionSources.all {
            let store = type.replacing("Action", with: "")
            let listed = rows.filter { $0.count == 5 && $0[0] == store }.compactMap { row in
                row[1].firstMatch(of: /^`(\w+)`:/).map { String($0.1) }
            }
            #expect(Set(listed) == cases && listed.count == cases.count, "\(type)")
        }
    }
}
