import Model
import Networking

/// What happens at the till and in its shops when nothing goes wrong.
struct ShopStory: Sendable, Hashable, CustomStringConvertible {
    let name: String
    let steps: [ShopStep]
    /// The status of the only order in each shop; nil if they have none.
    var status: OrderStatus? = .pending
    /// What is paid while the shop is away.
    var policy = OfflineOrderPolicy.refuse

    var description: String { name }

    static let withoutTheShop = ShopStory(
        name: "made and paid without the shop", steps: [.away, .create, .pay, .back], status: nil)

    static let all = [
        ShopStory(name: "paid by card", steps: [.pay]),
        ShopStory(name: "paid while on hold", steps: [.pay], status: .onHold),
        ShopStory(name: "made in the shop and paid", steps: [.create, .pay], status: nil),
        withoutTheShop,
        ShopStory(name: "given back in two parts", steps: [.pay, .refund(.part), .refund(.rest)]),
        ShopStory(name: "reversed and paid again", steps: [.pay, .reverse, .pay]),
        ShopStory(
            name: "made, paid and reversed without the shop", steps: [.away, .create, .pay, .reverse, .back],
            status: nil),
        ShopStory(name: "a note and a payment", steps: [.note, .pay]),
        ShopStory(name: "changed and paid", steps: [.change, .pay]),
        ShopStory(
            name: "signed out with a message waiting",
            steps: [.away, .pay, .signOut, .enter(.b), .pay, .back, .enter(.a)], policy: .payKnown),
        ShopStory(
            name: "at another shop with a message waiting",
            steps: [.away, .pay, .enter(.b), .pay, .back, .enter(.a)], policy: .payKnown),
        ShopStory(
            name: "paid while the shop is away, and given back", steps: [.away, .pay, .back, .refund(.rest)],
            policy: .payKnown),
    ]
}

/// One step of a story.
enum ShopStep: Sendable, Hashable {
    enum Share { case part, rest }

    /// The first shop cannot be reached any more.
    case away
    /// The first shop can be reached again.
    case back
    /// An order is made at the till.
    case create
    /// The order is paid by card.
    case pay
    case refund(Share)
    case reverse
    case note
    case change
    case signOut
    case enter(FaultyShops.Name)
}
