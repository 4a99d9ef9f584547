#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Switches one mutant on in a binary that holds all of them: `TILL_MUTANT=123`. With `TILL_MUTANT=trace` none is on,
/// and the numbers of those that were reached are added to the file `TILL_MUTANT_TRACE` when the process ends.
///
/// Every loop in mutated code passes one of these calls, so a process that passes more than `TILL_MUTANT_ROUNDS` of them is
/// in a loop that does not end: it exits with 99, sooner than a limit of seconds would stop it, and no matter how busy the
/// machine is.
///
/// `Mutants` puts calls to these functions into a copy of the sources. They hold no part of the original twice, so that
/// a mutated expression is as light for the type checker as the original.
public enum TillMutant {
    static let active: Int = {
        guard let value = getenv("TILL_MUTANT") else { return 0 }
        let text = String(cString: value)
        if text == "trace" {
            atexit { TillMutant.writeTrace() }
            return -1
        }
        return Int(text) ?? 0
    }()

    static let limit = 65536
    /// One byte for each number; a write that two threads make at once writes the same.
    nonisolated(unsafe) static let reached = zeroes(limit)  // guards: bytes that are only ever set to one

    /// How many calls have passed. A count that two threads make at once may be lost: it only has to tell an endless loop.
    nonisolated(unsafe) static let rounds = zero()  // guards: a rough count
    static let mostRounds: Int = getenv("TILL_MUTANT_ROUNDS").flatMap { Int(String(cString: $0)) } ?? .max

    private static func zero() -> UnsafeMutablePointer<Int> {
        let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        count.initialize(to: 0)
        return count
    }

    private static func zeroes(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        bytes.initialize(repeating: 0, count: count)
        return bytes
    }

    public static func isOn(_ number: Int) -> Bool {
        rounds.pointee &+= 1
        if rounds.pointee > mostRounds { _exit(99) }
        if active == number { return true }
        if active == -1 { reached[number] = 1 }
        return false
    }

    /// The statement stays.
    public static func keep(_ number: Int) -> Bool { !isOn(number) }

    static func writeTrace() {
        guard let path = getenv("TILL_MUTANT_TRACE"), let file = fopen(path, "a") else { return }
        fputs("rounds \(rounds.pointee)\n", file)
        for number in 0..<limit where reached[number] != 0 { fputs("\(number)\n", file) }
        fclose(file)
    }

    // MARK: Conditions

    public static func negated(_ number: Int, _ value: Bool) -> Bool { isOn(number) ? !value : value }
    public static func forced(_ number: Int, _ value: Bool) -> Bool { isOn(number) || value }
    public static func barred(_ number: Int, _ value: Bool) -> Bool { !isOn(number) && value }

    // MARK: Bounds

    public static func less<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> Bool { isOn(number) ? a <= b : a < b }
    public static func lessOrEqual<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> Bool {
        isOn(number) ? a < b : a <= b
    }
    public static func more<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> Bool { isOn(number) ? a >= b : a > b }
    public static func moreOrEqual<T: Comparable>(_ number: Int, _ a: T, _ b: T) -> Bool {
        isOn(number) ? a > b : a >= b
    }
    public static func shifted<T: FixedWidthInteger>(_ number: Int, _ value: T) -> T {
        isOn(number) ? value &+ 1 : value
    }

    // MARK: Constants and cases

    public static func picked<T>(_ number: Int, _ original: T, _ mutated: T) -> T { isOn(number) ? mutated : original }

    // MARK: What is left out

    /// A statement in a place where a value may be expected.
    public static func unless<E: Error>(_ number: Int, _ body: @autoclosure () throws(E) -> Void) throws(E) {
        if !isOn(number) { try body() }
    }

    public static func absent<T>(_ number: Int, _ value: T?) -> T? { isOn(number) ? nil : value }
    public static func empty<C: RangeReplaceableCollection>(_ number: Int, _ value: C) -> C {
        isOn(number) ? C() : value
    }
    public static func empty<T: AdditiveArithmetic>(_ number: Int, _ value: T) -> T { isOn(number) ? .zero : value }

    /// Mutant `first` leaves the first element out, the next number the second.
    public static func without<E>(_ first: Int, _ elements: [E]) -> [E] {
        var kept = elements
        for index in elements.indices where isOn(first + index) { kept.remove(at: index) }
        return kept
    }

    /// Mutant `first` leaves the left part out, the next number the right.
    public static func joined<E>(_ first: Int, _ left: [E], _ right: [E]) -> [E] {
        (isOn(first) ? [] : left) + (isOn(first + 1) ? [] : right)
    }
}
