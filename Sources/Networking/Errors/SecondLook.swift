/// Whether the shop has once what was just made. Something on the way may have repeated the request.
enum SecondLook {
    /// Looks again at the shop after something was made there. Throws what a person must see, and what may pass, because the
    /// delivery repeats the message and looks again. An error that will not pass does not undo what was made.
    static func after(_ look: () async throws(NetworkError) -> Void) async throws(NetworkError) {
        do throws(NetworkError) { try await look() } catch {
            if case .conflict = error { throw error }
            if error.mayPass { throw error }
        }
    }
}
