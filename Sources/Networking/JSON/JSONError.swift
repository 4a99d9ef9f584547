/// Why a text is not the JSON that is wanted.
package enum JSONError: Error, Hashable {
    /// The text is not JSON.
    case syntax(at: Int)
    /// The text ends before the value does: the answer was cut off.
    case cutOff
    /// The text is not UTF-8.
    case encoding(at: Int)
    /// The value is nested more deeply than is read.
    case tooDeep
    /// An object has two members of the same name.
    case repeatedName
    /// A number has more digits than are kept exactly.
    case numberTooLong(at: Int)
}
