/// What a printer tells about itself. What it does not tell is unknown, never assumed.
package struct PrinterStatus: Hashable, Codable, Sendable {
    /// `nearEnd` prints; `out` does not.
    package enum Paper: String, Hashable, Codable, Sendable { case ok, nearEnd, out, unknown }
    /// An open cover stops the printer.
    package enum Cover: String, Hashable, Codable, Sendable { case closed, open, unknown }
    /// A fault that a person must mend. After `jammed` the printer must be told to go on; it loses nothing that it
    /// holds.
    package enum Fault: String, Hashable, Codable, Sendable { case jammed, other }

    package var online: Bool?
    package var paper: Paper
    package var cover: Cover
    /// A fault of the cutter, the head or another part; nil if none is known.
    package var fault: Fault?

    package init(online: Bool? = nil, paper: Paper = .unknown, cover: Cover = .unknown, fault: Fault? = nil) {
        self.online = online
        self.paper = paper
        self.cover = cover
        self.fault = fault
    }
}
