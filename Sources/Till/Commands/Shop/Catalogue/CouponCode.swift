import ArgumentParser

/// The coupon that a command is about.
struct CouponCode: ParsableArguments {
    @Argument(help: ArgumentHelp("The coupon's code, in upper or lower case.", valueName: "code"))
    var code: String
}
