/// What a site says of itself to everybody.
package struct SiteProfile: Hashable, Sendable {
    /// The site's title, as plain text.
    package let name: String
}
