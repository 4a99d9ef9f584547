/// ZVT tag 1F12.
package enum CardTechnology: String, Hashable, Codable, Sendable { case magneticStripe, chip, contactless }
