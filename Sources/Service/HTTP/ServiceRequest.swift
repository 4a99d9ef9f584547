import Model
import Stores

/// A request as the routes see it: its sender is known and may send it.
struct ServiceRequest: Sendable {
    /// The id that the answer and the log have.
    let id: String
    /// The values in the places of the route's path.
    var parameters: [String: String] = [:]
    var query: [String: String] = [:]
    /// The fields of the head, by their names in lower case.
    var fields: [String: String] = [:]
    var body: [UInt8] = []
    let caller: Caller
    /// The operator who has entered a PIN for this act; nil if none has.
    var person: TillOperator?
    /// The language in which a person is told something.
    let language: OperatorLanguage

    /// The requester, as the journal names it.
    var requester: Requester {
        Requester(caller: caller.name, operatorID: person?.id, operatorName: person?.name)
    }

    /// A part of the path. The router has only taken paths that have it.
    func parameter(_ name: String) -> String { parameters[name] ?? "" }
}
