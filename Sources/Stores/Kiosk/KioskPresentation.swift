/// How a customer wants the kiosk to look and sound.
package struct KioskPresentation: Hashable, Codable, Sendable {
    package enum Appearance: String, Hashable, Codable, Sendable, CaseIterable { case auto, light, dark, contrast }
    package enum Reach: String, Hashable, Codable, Sendable, CaseIterable { case normal, low }

    /// The sizes of text that can be chosen, in percent.
    package static let textSizes = [100, 150, 200]

    package var language: String
    package var appearance = Appearance.auto
    package var reach = Reach.normal
    package var textSize = 100
    package var speaks = false

    init(language: String) { self.language = language }
}
