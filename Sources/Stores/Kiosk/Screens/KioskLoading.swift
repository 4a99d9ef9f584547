/// Whether something is still being loaded.
package enum KioskLoading: Hashable, Codable, Sendable {
    case loading
    case ready
    case failed(code: String)
}
