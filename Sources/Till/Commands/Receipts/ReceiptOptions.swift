import ArgumentParser
import Model
import Stores

/// The options that name the receipt of a command.
struct ReceiptOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A receipt id, an order number, or `last`. A number means the newest receipt of that order, which may be a refund's; `till receipts list` has the ids of all.",
            valueName: "receipt"))
    var receipt: String
    @Option(
        help: ArgumentHelp(
            "The customer's or the merchant's copy. Default: the copy that a receipt id names, else the customer's.",
            valueName: "copy"))
    var copy: ReceiptCopy?

    var reference: ReceiptReference { ReceiptReference(receipt, copy: copy) }
}
