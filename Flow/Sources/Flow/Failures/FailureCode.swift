/// One kind of failure: a case of an enum, whose raw value is the code that is stored and printed.
///
/// Codes are dotted and never change their meaning: `grinder.jammed`, `network.unreachable`. An app has an enum for each of
/// its layers, and may ask more of a case, such as who can mend it.
public protocol FailureCode: RawRepresentable, Hashable, Sendable where RawValue == String {}
