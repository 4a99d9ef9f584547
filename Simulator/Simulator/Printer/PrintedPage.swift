import Receipts

/// One strip of paper and the bytes that printed it. Status requests print nothing and are not included.
package struct PrintedPage: Hashable, Sendable {
    package let picture: Bitmap
    package let bytes: [UInt8]

    package init(picture: Bitmap, bytes: [UInt8]) {
        self.picture = picture
        self.bytes = bytes
    }
}
