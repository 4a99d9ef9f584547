/// A state store whose types do not matter.
@usableFromInline protocol Branch: AnyObject, Sendable {
    var tree: Tree { get }
    /// The branch this one grows from; nil for the root.
    var parent: (any Branch)? { get }
}

extension Branch {
    /// Whether this is `other`, or grows from it over any number of branches.
    @usableFromInline func grows(from other: any Branch) -> Bool {
        self === other || parent?.grows(from: other) == true
    }
}
