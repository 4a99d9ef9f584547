import SwiftSyntax

extension Finder {
    // MARK: Operators

    func infix(_ node: InfixOperatorExprSyntax) {
        guard let operation = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else { return }
        let bounds = ["<": ("less", "<="), "<=": ("lessOrEqual", "<"), ">": ("more", ">="), ">=": ("moreOrEqual", ">")]
        switch operation.text {
        case "==", "!=", "===", "!==": negate(ExprSyntax(node))
        case "&&":
            for part in [node.leftOperand, node.rightOperand] {
                wrap(part, "part left out", [(text(part), "true")], call: call("forced"))
            }
        case "||":
            for part in [node.leftOperand, node.rightOperand] {
                wrap(part, "part left out", [(text(part), "false")], call: call("barred"))
            }
        case "??":
            wrap(node.leftOperand, "never there", [(text(node), text(node.rightOperand))], call: call("absent"))
        case "+", "-": sum(node, operation)
        case "..<", "...":
            wrap(node.rightOperand, "bound", [(text(node), text(node) + " + 1")], call: call("shifted"))
        case let sign:
            guard let (function, other) = bounds[sign] else { return }
            let mutated = "\(text(node.leftOperand)) \(other) \(text(node.rightOperand))"
            wrap(node, "bound", [(text(node), mutated)], call: call(function), comma: operation)
        }
    }

    private func sum(_ node: InfixOperatorExprSyntax, _ operation: TokenSyntax) {
        let (left, right) = (node.leftOperand, node.rightOperand)
        guard !left.is(StringLiteralExprSyntax.self), !right.is(StringLiteralExprSyntax.self) else { return }
        if operation.text == "+", Self.hasArray(left) || Self.hasArray(right) {
            let changes = [(text(node), text(right)), (text(node), text(left))]
            wrap(node, "part left out", changes, call: call("joined"), comma: operation)
            return
        }
        wrap(left, "part left out", [(text(node), "\(operation.text) \(text(right))")], call: call("empty"))
        wrap(right, "part left out", [(text(node), text(left))], call: call("empty"))
    }

    private static func hasArray(_ node: ExprSyntax) -> Bool {
        if node.is(ArrayExprSyntax.self) { return true }
        if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return hasArray(only.expression)
        }
        if let ternary = node.as(TernaryExprSyntax.self) {
            return hasArray(ternary.thenExpression) || hasArray(ternary.elseExpression)
        }
        if let infix = node.as(InfixOperatorExprSyntax.self), text(infix.operator) == "+" {
            return hasArray(infix.leftOperand) || hasArray(infix.rightOperand)
        }
        return false
    }

    private static func text(_ node: ExprSyntax) -> String { node.trimmedDescription }

    // MARK: Constants

    func constant(_ node: IntegerLiteralExprSyntax) {
        guard let value = node.representedLiteralValue else { return }
        if let infix = node.parent?.as(InfixOperatorExprSyntax.self), isNegatedElsewhere(infix) { return }
        let original = text(node)
        // A number such as 100 becomes 2, and a code becomes its neighbour.
        let mutated = original.hasPrefix("0x") ? "\(value ^ 1)" : value < 10 ? "\(value + 1)" : "\(value / 50)"
        wrap(
            node, "constant", [(context(node), "\(original) → \(mutated)")], call: call("picked"),
            suffix: ", \(mutated))")
    }

    /// The source around a constant, because the constant alone says little.
    private func context(_ node: some SyntaxProtocol) -> String {
        var outer = Syntax(node)
        while let parent = outer.parent, parent.trimmedLength.utf8Length < 80, !parent.is(CodeBlockItemSyntax.self) {
            outer = parent
        }
        return text(outer)
    }

    func enumCase(_ node: MemberAccessExprSyntax) {
        guard node.base == nil, let parent = node.parent, !parent.is(FunctionCallExprSyntax.self),
            let other = cases.neighbour(of: node.declName.baseName.text)
        else { return }
        if let infix = parent.as(InfixOperatorExprSyntax.self), isNegatedElsewhere(infix) { return }
        wrap(
            node, "case", [(context(node), "\(text(node)) → .\(other)")], call: call("picked"), suffix: ", .\(other))")
    }

    // MARK: Steps

    func elements(_ node: ArrayExprSyntax) {
        guard (1...20).contains(node.elements.count), node.parent?.is(FunctionCallExprSyntax.self) != true,
            node.parent?.is(MemberAccessExprSyntax.self) != true
        else { return }
        let isPart = node.parent?.as(InfixOperatorExprSyntax.self)?.operator.trimmedDescription == "+"
        if isPart, node.elements.count == 1 { return }
        let changes = node.elements.map { element in
            Self.isMark(element.expression) ? nil : (text(node), "without \(text(element.expression))")
        }
        if changes.allSatisfy({ $0 == nil }) { return }
        wrap(node, "step left out", changes, call: call("without"))
    }

    func switchCase(_ node: SwitchCaseSyntax) {
        guard case .case(let label) = node.label, let list = node.parent?.as(SwitchCaseListSyntax.self),
            list.contains(where: { $0.as(SwitchCaseSyntax.self)?.label.is(SwitchDefaultLabelSyntax.self) == true }),
            label.caseItems.count == 1, let item = label.caseItems.first, item.whereClause == nil
        else { return }
        wrap(
            item.pattern, "never matches", [(text(label), "default:")], call: "",
            suffix: " where TillMutant.keep(\(next))")
    }

    // MARK: Statements

    func statement(_ node: CodeBlockItemSyntax) {
        if case .stmt(let statement) = node.item, let returned = statement.as(ReturnStmtSyntax.self) {
            if let value = returned.expression { result(value, Self.resultType(at: Syntax(node), returning: true)) }
            return
        }
        guard case .expr(let expression) = node.item else { return }
        let alone = Self.isAlone(node)
        if alone, let type = Self.resultType(at: Syntax(node), returning: false) {
            result(expression, type)
            return
        }
        let bare = Self.bare(expression)
        guard bare.is(FunctionCallExprSyntax.self) || Self.mayBeLeftOut(assignment: bare), !Self.isMark(bare) else {
            return
        }
        let change = [(text(expression), "left out")]
        if alone, !Self.returnsNothing(at: Syntax(node)) {
            guard bare.is(FunctionCallExprSyntax.self), !text(expression).contains("await ") else { return }
            wrap(bare, "statement left out", change, call: call("unless"))
        } else {
            wrap(
                expression, "statement left out", change, call: "if TillMutant.keep(#) { ", suffix: " }")
        }
    }

    private func result(_ value: ExprSyntax, _ type: String?) {
        guard let type, !value.is(InfixOperatorExprSyntax.self) || type == "Bool" else { return }
        let original = text(value)
        if type == "Bool" {
            if !value.is(BooleanLiteralExprSyntax.self) { negateUnlessCompared(value) }
        } else if type.hasSuffix("?"), !value.is(NilLiteralExprSyntax.self) {
            wrap(value, "result", [(original, "nil")], call: call("absent"))
        } else if type.hasPrefix("["), !type.contains(":"), !value.is(ArrayExprSyntax.self) {
            wrap(value, "result", [(original, "[]")], call: call("empty"))
        }
    }

    private func negateUnlessCompared(_ value: ExprSyntax) {
        if value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self) { return }
        negate(value)
    }
}
