import Model

/// One product, with what can be chosen of it.
package struct KioskProduct: Hashable, Codable, Sendable {
    package struct Variant: Hashable, Codable, Sendable {
        package let id: Int64
        /// The value of each option, by the option's name.
        package let values: [String: String]
        package let price: Money
        package let isAvailable: Bool

        package init(id: Int64, values: [String: String], price: Money, isAvailable: Bool) {
            self.id = id
            self.values = values
            self.price = price
            self.isAvailable = isAvailable
        }
    }

    package struct Choice: Hashable, Codable, Sendable {
        package let name: String
        package let values: [String]

        package init(name: String, values: [String]) { (self.name, self.values) = (name, values) }
    }

    /// A product as the shop has it.
    package struct Facts: Hashable, Codable, Sendable {
        package let name: String
        package let description: String
        package let price: Money
        package let hasPicture: Bool
        package let isAvailable: Bool
        package let choices: [Choice]
        package let variants: [Variant]
        /// The most that can be bought at once.
        package let most: Int

        package init(
            name: String, description: String, price: Money, hasPicture: Bool, isAvailable: Bool,
            choices: [Choice] = [], variants: [Variant] = [], most: Int = KioskSettings.mostQuantity
        ) {
            self.name = name
            self.description = description
            self.price = price
            self.hasPicture = hasPicture
            self.isAvailable = isAvailable
            self.choices = choices
            self.variants = variants
            self.most = most
        }
    }

    package let id: Int64
    package var round: Int
    package var loading = KioskLoading.loading
    package var facts: Facts?
    package var chosen: [String: String] = [:]
    package var quantity = 1
    /// The place in the catalogue from which the customer came.
    let catalogue: KioskCatalogue

    /// The variants that what was chosen so far leaves.
    package func variants(with chosen: [String: String]) -> [Variant] {
        (facts?.variants ?? []).filter { variant in
            // A variant without a value for an option has them all.
            chosen.allSatisfy { name, value in variant.values[name].map { $0 == value } ?? true }
        }
    }

    /// Whether a value can still be chosen, whatever was chosen of the same option.
    package func isAvailable(_ value: String, of choice: String) -> Bool {
        var wanted = chosen
        wanted[choice] = value
        return variants(with: wanted).contains(where: \.isAvailable)
    }

    /// The only variant that is left once everything is chosen.
    package var variant: Variant? {
        guard let facts, facts.choices.allSatisfy({ chosen[$0.name] != nil }) else { return nil }
        return variants(with: chosen).first { $0.isAvailable }
    }

    /// Whether the product can be put into the cart as it is chosen.
    package var isComplete: Bool {
        guard let facts, facts.isAvailable else { return false }
        return facts.choices.isEmpty && facts.variants.isEmpty || variant != nil
    }

    package var price: Money? { variant?.price ?? facts?.price }
    package var most: Int { max(1, min(facts?.most ?? 1, KioskSettings.mostQuantity)) }

    /// What was chosen, in one line.
    var detail: String {
        (facts?.choices ?? []).compactMap { choice in chosen[choice.name].map { "\(choice.name): \($0)" } }
            .joined(separator: ", ")
    }
}
