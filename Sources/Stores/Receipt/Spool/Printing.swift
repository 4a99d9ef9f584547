import Flow

/// The progress of printing on one printer.
package enum Printing: Hashable, Sendable {
    case underWay
    /// Nothing is being printed. The prints of the last pass, and why no more were made.
    case atRest([PrintReport], Failure?)
}
