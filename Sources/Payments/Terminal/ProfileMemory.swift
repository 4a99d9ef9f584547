import Flow
import Foundation
import Hardware
import Model
import Storage

/// The profiles of this till's terminals, by where they are. Another terminal at the same address has a profile only
/// once it was diagnosed itself; until then it is asked as the one before it.
package struct ProfileMemory: Sendable {
    let storage: any StorageManagerType

    package init(storage: any StorageManagerType) { self.storage = storage }

    /// Nil where none was found out.
    package func profile(at address: DeviceAddress) throws(Failure) -> KnownProfile? {
        try storage.reading { try $0.setting(Self.key(address), as: KnownProfile.self) }
    }

    package func keep(_ profile: KnownProfile, at address: DeviceAddress) throws(Failure) {
        try storage.writing { try $0.setSetting(Self.key(address), to: profile) }
    }

    /// Corrects what was found out about a terminal that did not tell of its last transaction, and does. What cannot be kept
    /// now is kept before the next payment.
    func note(told last: TransactionResult?, at address: DeviceAddress) {
        guard last != nil, let known = try? profile(at: address), known.profile.repeatReceipt == .tellsNothing else {
            return
        }
        var profile = known.profile
        profile.repeatReceipt = .tellsStatus
        try? keep(KnownProfile(profile: profile, foundAt: known.foundAt), at: address)
    }

    /// Whatever is said of its speed.
    private static func key(_ address: DeviceAddress) -> String {
        "terminal.knownProfile \(address.place)"
    }
}
