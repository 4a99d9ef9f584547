import Flow
import Foundation
import Hardware
import Model
import Storage
import StorageInMemory
import Testing

@testable import Payments
@testable import Stores

/// Which shop a transaction belongs to.
@Suite struct TransactionSiteTests {
    private static let original = PaymentID(rawValue: "pay-1")
    private static let other = SiteID(rawValue: 7)

    private func record(_ id: PaymentID, site: SiteID, kind: TransactionKind = .payment) -> PaymentRecord {
        PaymentRecord(
            id: id, fingerprint: "order 1042", site: site, order: OrderID(rawValue: 1042), amount: .sample,
            terminalAddress: "memory:terminal", language: "en", createdAt: PaymentIntent.sampleStart,
            updatedAt: PaymentIntent.sampleStart, kind: kind)
    }

    @Test("What gives back or ends belongs to the shop of its original") func whatGivesBackIsOfItsOriginalsShop() throws
    {
        let storage = MemoryStorage { PaymentIntent.sampleStart }
        try storage.write { try $0.insert(record(Self.original, site: Self.other)) }
        let reserved = OpenPreauthorisation(
            payment: Self.original, amount: .sample, name: Preauthorisation(receiptNumber: 41, trace: 122))
        let purposes: [TransactionPurpose] = [
            .refund(of: Self.original),
            .reversal(of: BookedPayment(payment: Self.original, receiptNumber: 41, trace: 1)),
            .release(of: reserved), .booking(Capture(reserved: reserved, command: .bookTotal, due: nil)),
        ]
        for purpose in purposes {
            #expect(try storage.read { try $0.site(of: purpose, signedInTo: .embedded) } == Self.other)
        }
        for purpose in [TransactionPurpose.payment, .reservation, .refund(of: nil)] {
            #expect(try storage.read { try $0.site(of: purpose, signedInTo: .embedded) } == .embedded)
        }
    }

    @Test("A reservation for an order is booked only at the shop of the order") func onlyTheOrdersShopBooks() throws {
        let held = record(Self.original, site: Self.other, kind: .reservation)
        try held.checkOrder(isOf: Self.other)
        #expect(throws: Failure.reservationOfOtherShop(Self.original)) { try held.checkOrder(isOf: .embedded) }
    }
}
