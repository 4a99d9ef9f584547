import Foundation
import Model
import Networking
import Testing

@testable import Service
@testable import Stores

/// What `till kiosk preview` shows of the staff's pages.
@Suite struct KioskPreviewTests {
    private static func document(_ name: String) throws -> JSONValue {
        var kiosk = ServedKiosk(settings: KioskSettings(), shopName: "Café")
        kiosk.sample = name
        var state = KioskState()
        state.show(sample: name, kiosk.settings)
        let document = KioskDocument(state: state, kiosk: kiosk, now: KioskTime(milliseconds: 0))
        return try JSONValue(parsing: Data(document.bytes))
    }

    @Test func everyPageOfTheStaffIsThere() {
        let pages: [KioskStaffPage.Place] =
            Array(KioskStaffPage.Place.tiles.values) + [
                .home, .payment(""), .doubt(""), .delivery(""), .settlement(""),
            ]
        #expect(Set(KioskStaffSample.names) == Set(pages.map { "operator_\($0.name)" }))
        #expect(Set(KioskStaffSample.names).isSubset(of: KioskSample.names))
    }

    @Test(arguments: KioskStaffSample.names) func aPageHasContentThatCanBeReadAndAnOperator(_ name: String) throws {
        let document = try Self.document(name)
        let screen = try #require(document["screen"])
        #expect(screen["name"] == .string(name) && screen["state"] == "ready")
        let own: Set = ["id", "name", "state", "code", "problem", "digits", "done", "giving_back"]
        #expect(!Set((screen.members ?? [:]).keys).subtracting(own).isEmpty, "\(screen)")
        #expect(document["operator"]?["name"] == "Ada" && document["staff_language"] == "en", "\(document)")
    }

    @Test func aCustomersScreenThatFollowsHasNoOperator() throws {
        var state = KioskState()
        state.show(sample: "operator_home", KioskSettings())
        state.show(sample: "attract", KioskSettings())
        #expect(state.staffName == nil)
    }
}
