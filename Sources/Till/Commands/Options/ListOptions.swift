import ArgumentParser

/// The options of a command that lists what the shop has.
struct ListOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The most to list, 1 to 100.", valueName: "count"))
    var limit = 25
    @OptionGroup var output: JSONOption

    func validate() throws { try ListLimit.check(limit, upTo: ListLimit.orders) }
}
