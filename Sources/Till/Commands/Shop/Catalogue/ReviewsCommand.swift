import ArgumentParser
import Flow
import Foundation
import Model
import Networking
import Stores

struct ReviewsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reviews", abstract: "Shows, approves and answers the reviews of the shop's products.",
        subcommands: [
            ListReviews.self, ApproveReview.self, HoldReview.self, SpamReview.self, TrashReview.self,
            ReplyToReview.self,
        ])
}

extension ReviewFilter: ExpressibleByArgument {}

struct ListReviews: ShopListCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the newest reviews.")

    @Option(help: ArgumentHelp("Only reviews in this state: all, hold, approved, spam or trash.", valueName: "status"))
    var status = ReviewFilter.all
    @OptionGroup var options: ListOptions
    @OptionGroup var data: DataOptions
    var output: JSONOption { options.output }
    static var none: Sentence { Sentence("reviews.none") }

    func load(from till: LiveTill) async throws(Failure) -> Cached<Listing<ProductReview>> {
        let (wanted, most) = (status, options.limit)
        return try await till.ask { CommentAction.synchronizeProductReviews(wanted, page: 1, size: most, $0) }
    }

    func row(of review: ProductReview, in till: LiveTill) -> String {
        let start = "\(String(review.id).padded(8))\(review.status.rawValue.padded(10))\(review.rating)/5 "
        return start + [review.productName, review.reviewer, review.text].joined(separator: " | ")
    }
}

/// The options that name the review which a command changes.
struct ReviewOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The review's id.", valueName: "review"))
    var review: Int64

    /// Changes the review, and says what it is now.
    func change(
        _ setup: TillSetup, _ console: Console,
        _ action: @escaping @Sendable (Int64, Reply<CommentStatus>) -> CommentAction
    ) async throws(Failure) -> Exit {
        let till = try await LiveTill(setup)
        let id = review
        let status = try await till.ask { action(id, $0) }
        console.print(till.language.text("reviews.is", ["id": id, "status": status.rawValue]))
        return .done
    }
}

struct ApproveReview: TillCommand {
    static let configuration = CommandConfiguration(commandName: "approve", abstract: "Makes a review public.")
    static let onlyTells = false

    @OptionGroup var options: ReviewOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        try await options.change(try data.setup(), console) {
            CommentAction.updateApprovalStatus($0, isApproved: true, $1)
        }
    }
}

struct HoldReview: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold", abstract: "Has a review wait for approval; it is not public then.")
    static let onlyTells = false

    @OptionGroup var options: ReviewOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        try await options.change(try data.setup(), console) {
            CommentAction.updateApprovalStatus($0, isApproved: false, $1)
        }
    }
}

struct SpamReview: TillCommand {
    static let configuration = CommandConfiguration(commandName: "spam", abstract: "Marks a review as spam.")
    static let onlyTells = false

    @OptionGroup var options: ReviewOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        try await options.change(try data.setup(), console) { CommentAction.updateSpamStatus($0, isSpam: true, $1) }
    }
}

struct TrashReview: TillCommand {
    static let configuration = CommandConfiguration(commandName: "trash", abstract: "Moves a review to the bin.")
    static let onlyTells = false

    @OptionGroup var options: ReviewOptions
    @OptionGroup var data: DataOptions

    func execute(_ console: Console) async throws(Failure) -> Exit {
        try await options.change(try data.setup(), console) { CommentAction.updateTrashStatus($0, isTrash: true, $1) }
    }
}

struct ReplyToReview: TillCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply", abstract: "Answers a review in public.",
        discussion: "It needs a login with an application password; a consumer key does not suffice.")
    static let onlyTells = false

    @OptionGroup var options: ReviewOptions
    @Argument(help: ArgumentHelp("The answer.", valueName: "text"))
    var text: String
    @OptionGroup var data: DataOptions

    func validate() throws {
        guard !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty else {
            throw ValidationError("An answer has a text.")
        }
    }

    func execute(_ console: Console) async throws(Failure) -> Exit {
        let till = try await LiveTill(try data.setup())
        let (id, answer) = (options.review, text)
        let review = try await till.ask { CommentAction.retrieveProductReview(id, $0) }.value
        let status = try await till.ask {
            CommentAction.replyToComment(id, product: review.productID, answer, $0)
        }
        console.print(till.language.text("reviews.replied", ["status": status.rawValue]))
        return .done
    }
}
