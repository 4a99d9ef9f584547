import Flow
import Foundation
import Hardware
import Model
import Storage

/// A profile as it is kept, and from when it is.
package struct KnownProfile: Hashable, Codable, Sendable {
    package let profile: TerminalProfile
    package let foundAt: Date

    package init(profile: TerminalProfile, foundAt: Date) {
        self.profile = profile
        self.foundAt = foundAt
    }
}
