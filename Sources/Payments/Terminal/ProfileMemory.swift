import Flow
import Foundation
import Hardware
import Model
import Storage

/// The profiles of this till's terminals by address. Another terminal at the same address gets its own profile only
/// when it is diagnosed; until then it is treated like its predecessor.
package struct ProfileMemory: Sendable {
    let storage: any StorageManagerType

    package init(storage: any StorageManagerType) { self.storage = storage }

    /// Nil if no profile was found out.
    package func profile(at address: DeviceAddress) throws(Failure) -> StoredProfile? {
        try storage.reading { try $0.setting(Self.key(address), as: StoredProfile.self) }
    }

    package func keep(_ profile: StoredProfile, at address: DeviceAddress) throws(Failure) {
        try storage.writing { try $0.setSetting(Self.key(address), to: profile) }
    }

    /// Corrects the profile of a terminal that did not tell its last transaction earlier and now does. If it cannot be
    /// stored now, it is stored before the next payment.
    func note(told last: TransactionResult?, at address: DeviceAddress) {
        guard last != nil, let known = try? profile(at: address), known.profile.repeatReceipt == .tellsNothing else {
            return
        }
        var profile = known.profile
        profile.repeatReceipt = .tellsStatus
        try? keep(StoredProfile(profile: profile, foundAt: known.foundAt), at: address)
    }

    /// The addresses, without line speeds, whose terminals were diagnosed.
    static func addresses(in reader: any SettingsReading) throws(StorageError) -> [DeviceAddress] {
        try reader.settingKeys().filter { $0.hasPrefix(prefix) }
            .compactMap { DeviceAddress(String($0.dropFirst(prefix.count))) }
    }

    private static let prefix = "terminal.knownProfile "

    /// The key for an address, whatever its line speed.
    private static func key(_ address: DeviceAddress) -> String { prefix + address.place.description }
}
