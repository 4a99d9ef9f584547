import Foundation
import Glibc
import Testing

/// A service that is killed and started again while somebody stands at the kiosk.
@Suite struct KioskRestartTests {
    private static func restarted(_ customer: KioskCustomer, _ kiosk: Kiosk) async throws -> KioskCustomer {
        customer.served.child.send(SIGKILL)
        _ = try await customer.served.child.end()
        return try await KioskCustomer(kiosk)
    }

    @Test func beforeThePaymentNobodyIsThereAfterwardsAndAfterItTheReceiptIs() async throws {
        try await Kiosk.run { kiosk in
            try await kiosk.startTerminal("{\(Kiosk.quick)}")
            try await kiosk.startPrinter()
            var customer = try await KioskCustomer(kiosk)
            try await customer.comes("attract")
            customer = try await Self.restarted(customer, kiosk)
            try await customer.goToFind()
            customer = try await Self.restarted(customer, kiosk)
            try await customer.goToReview(of: "1042")
            customer = try await Self.restarted(customer, kiosk)
            try await customer.pay("1042")
            for act in KioskCampaign.cases(["start", "print", "show", "email", "none"], usually: ["print", "none"]) {
                try customer.act(act)
                customer = try await Self.restarted(customer, kiosk)
                let receipt = try await customer.comes("receipt")
                #expect((receipt["paid"] as? [String: Any])?["minor"] as? Int == 1150, "\(act): \(receipt)")
            }
            #expect(try kiosk.terminalJournal().requests.count == 1)
        }
    }
}
