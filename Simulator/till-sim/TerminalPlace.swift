import ArgumentParser

/// The options that say where a till finds a simulated terminal: just one of them is given.
struct TerminalPlace: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Open a pseudo terminal and make this symbolic link to it, such as /tmp/terminal; give it to till as --reader serial:/tmp/terminal.",
            valueName: "link"))
    var pty: String?

    @Option(
        help: ArgumentHelp(
            "Listen on this TCP port, such as 20007, or 0 for any free one; give it to till as --reader tcp:127.0.0.1:20007.",
            valueName: "port"))
    var tcp: UInt16?

    func validate() throws {
        guard (pty == nil) != (tcp == nil) else { throw ValidationError("Name either --pty or --tcp.") }
    }
}
