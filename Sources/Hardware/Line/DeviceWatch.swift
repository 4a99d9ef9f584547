import Flow

/// Reports when devices come and go, so that a lost one is looked for when something arrives.
package protocol DeviceWatch: Sendable {
    /// Starts watching. What is plugged in already is no change. `changed` must not block.
    func start(_ changed: @escaping @Sendable (DeviceChange) -> Void) throws(Failure)
    /// Stops watching, and returns when `changed` is called no more.
    func stop()
}
