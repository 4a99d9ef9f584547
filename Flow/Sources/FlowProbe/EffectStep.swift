/// A step of an effect's run. Its name is the path of its state, with the id if there is one: `jobs 7`.
public enum EffectStep: Hashable, Sendable {
    case begun(String)
    /// The effect returned by itself.
    case returned(String)
    /// The effect was cancelled and has returned.
    case cancelled(String)

    var name: String {
        switch self {
        case .begun(let name), .returned(let name), .cancelled(let name): name
        }
    }
}
