import Receipts

/// The result of reading a template file.
package struct ReadTemplates: Sendable {
    /// The templates. Use them only when there are no problems.
    package let templates: ReceiptTemplates
    package let problems: [ConfigurationProblem]
    /// The logo files that the template names.
    let logos: [TillConfiguration.NamedFile]
}
