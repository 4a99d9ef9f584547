/// A weak reference.
@usableFromInline struct Weak<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline weak let object: Object?

    @inlinable init(_ object: Object) { self.object = object }
}
