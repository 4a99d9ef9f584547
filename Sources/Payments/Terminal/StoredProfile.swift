import Flow
import Foundation
import Hardware
import Model
import Storage

/// A stored profile, and when it was found out.
package struct StoredProfile: Hashable, Codable, Sendable {
    package let profile: TerminalProfile
    package let foundAt: Date

    package init(profile: TerminalProfile, foundAt: Date) {
        self.profile = profile
        self.foundAt = foundAt
    }
}
