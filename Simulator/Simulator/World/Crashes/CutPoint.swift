/// The point at which a till is cut off: before its n-th deed, or in the middle of it.
package struct CutPoint: Hashable, Sendable {
    /// The number of the deed in one life, from 1.
    package let deed: Int
    /// Whether half of the bytes pass. A storage transaction is atomic, so a till that is cut off within one is cut off
    /// before it.
    package let isTorn: Bool

    package init(deed: Int, isTorn: Bool = false) {
        self.deed = deed
        self.isTorn = isTorn
    }
}
