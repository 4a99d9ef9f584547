/// A lock that is held. It is released at the latest when it is deallocated.
package protocol DeviceLock: AnyObject, Sendable {
    func release()
}
