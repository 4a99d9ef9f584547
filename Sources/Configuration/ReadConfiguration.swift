/// The result of reading a configuration.
package struct ReadConfiguration: Sendable {
    /// The configuration. Use it only when there are no problems.
    package var configuration: TillConfiguration
    package var problems: [ConfigurationProblem]
    /// Every option with the origin of its value, in the order of the documentation.
    package var options: [EffectiveOption]
}
