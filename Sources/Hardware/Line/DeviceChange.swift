/// A device came or went. Which one it was shows only when it is opened: it may have come back under another name.
package enum DeviceChange: Hashable, Sendable { case arrived, left }
