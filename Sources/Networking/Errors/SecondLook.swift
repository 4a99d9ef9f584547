/// Whether the shop has once what was just made. Something on the way may have repeated the request.
enum SecondLook {
    /// Throws what a person must see, and what passes, since whoever repeats the message looks again. What keeps the shop from
    /// being asked for good does not undo what was made.
    static func after(_ look: () async throws(NetworkError) -> Void) async throws(NetworkError) {
        do throws(NetworkError) { try await look() } catch {
            if case .conflict = error { throw error }
            if error.mayPass { throw error }
        }
    }
}
