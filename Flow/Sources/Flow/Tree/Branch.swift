/// A state store of any types.
@usableFromInline protocol Branch: AnyObject, Sendable {
    var tree: Tree { get }
    /// The branch from which this one grows; nil for the root.
    var parent: (any Branch)? { get }
}

extension Branch {
    /// Whether this branch is `other`, or grows from it over any number of branches.
    @usableFromInline func grows(from other: any Branch) -> Bool {
        self === other || parent?.grows(from: other) == true
    }
}
