import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds the places of one file to which a rule applies.
final class Finder: SyntaxVisitor {
    let path: String
    let source: [UInt8]
    let cases: EnumCases
    let lines: SourceLocationConverter
    private(set) var wraps: [Wrap] = []
    private(set) var next: Int
    private var scope: [String] = []
    /// Expressions that another rule negates.
    private var negated: Set<SyntaxIdentifier> = []

    init(path: String, text: String, firstNumber: Int, cases: EnumCases) {
        self.path = path
        source = Array(text.utf8)
        self.cases = cases
        next = firstNumber
        let parsed = Parser.parse(source: text)
        let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
        lines = SourceLocationConverter(fileName: path, tree: tree)
        super.init(viewMode: .sourceAccurate)
        walk(tree)
        importAt = parsed.statements.first?.positionAfterSkippingLeadingTrivia.utf8Offset ?? 0
    }

    private(set) var importAt = 0
    var file: MutatedFile { MutatedFile(path: path, source: source, wraps: wraps, importAt: importAt) }

    // MARK: Making

    func text(_ node: some SyntaxProtocol) -> String {
        node.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Puts `call(12, ` before the node and `)` after it. A change of nil only takes a number.
    func wrap(
        _ node: some SyntaxProtocol, _ rule: String, _ changes: [(String, String)?], call: String, suffix: String = ")",
        comma: TokenSyntax? = nil
    ) {
        let first = next
        next += changes.count
        let start = node.positionAfterSkippingLeadingTrivia
        let function = scope.filter { !$0.isEmpty }.joined(separator: ".")
        let mutants = changes.enumerated().compactMap { index, change in
            change.map {
                Mutant(
                    number: first + index, file: path, line: lines.location(for: start).line, function: function,
                    rule: rule, original: $0.0, mutated: $0.1)
            }
        }
        let range = comma.map {
            $0.positionAfterSkippingLeadingTrivia.utf8Offset..<$0.endPositionBeforeTrailingTrivia.utf8Offset
        }
        wraps.append(
            Wrap(
                mutants: mutants, start: start.utf8Offset, end: node.endPositionBeforeTrailingTrivia.utf8Offset,
                prefix: call.replacing("#", with: "\(first)"), suffix: suffix, comma: range))
    }

    func call(_ name: String) -> String { "TillMutant.\(name)(#, " }

    func negate(_ node: ExprSyntax, _ rule: String = "negated") {
        guard negated.insert(node.id).inserted else { return }
        let original = text(node)
        wrap(node, rule, [(original, "!(\(original))")], call: call("negated"))
    }

    // MARK: What is left as it is

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: DictionaryExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// Preconditions are no decisions, and markers for tests and memory set aside change nothing, so none is mutated.
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        Self.isMark(ExprSyntax(node)) ? .skipChildren : .visitChildren
    }

    static func isMark(_ node: ExprSyntax) -> Bool {
        guard let call = node.as(FunctionCallExprSyntax.self) else { return false }
        let called = call.calledExpression.trimmedDescription
        let changesNothing = [".reached", ".reserveCapacity"].contains { called.hasSuffix($0) }
        return ["precondition", "assert"].contains(called) || changesNothing
    }

    // MARK: Names of places

    private func enter(_ name: String) -> SyntaxVisitorContinueKind {
        scope.append(name)
        return .visitChildren
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: StructDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ClassDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ActorDeclSyntax) { scope.removeLast() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        _ = enter(node.name.text)
        return node.name.text == "CodingKeys" ? .skipChildren : .visitChildren
    }
    override func visitPost(_ node: EnumDeclSyntax) { scope.removeLast() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter(text(node.extendedType)) }
    override func visitPost(_ node: ExtensionDeclSyntax) { scope.removeLast() }
    override func visitPost(_ node: FunctionDeclSyntax) { scope.removeLast() }
    override func visitPost(_ node: InitializerDeclSyntax) { scope.removeLast() }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter("init") }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        enter(Self.isLocal(Syntax(node)) ? "" : text(node.pattern))
    }
    override func visitPost(_ node: PatternBindingSyntax) { scope.removeLast() }

    // MARK: Conditions

    override func visit(_ node: ConditionElementListSyntax) -> SyntaxVisitorContinueKind {
        let parts = node.count > 1 || node.parent?.is(GuardStmtSyntax.self) == true
        for element in node {
            switch element.condition {
            // After `while true` a function needs no result.
            case .expression(let condition) where condition.is(BooleanLiteralExprSyntax.self): return .skipChildren
            case .expression(let condition):
                negate(condition)
                guard parts else { continue }
                wrap(condition, "condition left out", [(text(condition), "true")], call: call("forced"))
            case .matchingPattern:
                let original = text(element)
                wrap(
                    element.condition, "never matches", [(original, "false")], call: "TillMutant.keep(#), ",
                    suffix: "")
            case .optionalBinding(let binding): bind(binding)
            case .availability: continue
            }
        }
        return .visitChildren
    }

    private func bind(_ binding: OptionalBindingConditionSyntax) {
        let change = [(text(binding), "nil")]
        if let value = binding.initializer?.value {
            wrap(value, "never there", change, call: call("absent"))
        } else {
            let name = text(binding.pattern)
            wrap(
                binding.pattern, "never there", change, call: "",
                suffix: " = TillMutant.absent(\(next), \(name))")
        }
    }

    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        return .visitChildren
    }

    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition)
        wrap(node.condition, "condition left out", [(text(node.condition), "true")], call: call("forced"))
        return .visitChildren
    }

    // MARK: Others, in their own files

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        infix(node)
        return .visitChildren
    }

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        constant(node)
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        negate(ExprSyntax(node), "constant")
        return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        enumCase(node)
        return .visitChildren
    }

    override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
        elements(node)
        return .visitChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        wrap(node.sequence, "nothing to go through", [(text(node.sequence), "[]")], call: call("empty"))
        return .visitChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        statement(node)
        return .visitChildren
    }

    override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
        switchCase(node)
        return .visitChildren
    }

    func isNegatedElsewhere(_ node: some SyntaxProtocol) -> Bool { negated.contains(node.id) }
}
