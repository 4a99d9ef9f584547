/// One line of the list of all codes.
package struct ListedCode: Hashable, Sendable {
    package let code: String
    package let meaning: FailureMeaning
}
