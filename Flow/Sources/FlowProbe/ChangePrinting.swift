import Flow

extension StateStore {
    /// Prints each event that reaches this branch, and what it changed in the branch's state; at the root, every event of
    /// the tree. For looking on while something runs.
    ///
    /// ```swift
    /// let printing = machine.printChanges()
    /// // ordered
    /// //     cups: 1 → 2
    /// ```
    ///
    /// - Parameter print: takes the text, on the tree's lane. Standard output unless told otherwise.
    /// - Returns: goes on printing for as long as it is held.
    public func printChanges(_ print: @escaping @Sendable (String) -> Void = { Swift.print($0) }) -> Subscription {
        tap { event, before, after in
            let changes = Difference.all(from: before, to: after).map { "\n    \($0)" }
            print("\(event)" + (changes.isEmpty ? "\n    changed nothing" : changes.joined()))
        }
    }
}
