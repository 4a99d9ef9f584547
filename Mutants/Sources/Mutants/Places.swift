import SwiftSyntax

/// Where a statement stands in its function.
extension Finder {
    /// Whether the statement is the only one of its block, whose value may then be the block's.
    static func isAlone(_ node: CodeBlockItemSyntax) -> Bool {
        node.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
    }

    /// The expression without `try` and `await`.
    static func bare(_ expression: ExprSyntax) -> ExprSyntax {
        if let tried = expression.as(TryExprSyntax.self) { return bare(tried.expression) }
        if let awaited = expression.as(AwaitExprSyntax.self) { return bare(awaited.expression) }
        return expression
    }

    static func isLocal(_ node: Syntax) -> Bool {
        var parent = node.parent
        while let outer = parent {
            if outer.is(CodeBlockItemSyntax.self) { return outer.parent?.parent?.is(SourceFileSyntax.self) != true }
            if outer.is(MemberBlockItemSyntax.self) { return false }
            parent = outer.parent
        }
        return false
    }

    /// Whether the assignment is outside of an initialiser and to a variable that already had a value.
    static func mayBeLeftOut(assignment node: ExprSyntax) -> Bool {
        guard let infix = node.as(InfixOperatorExprSyntax.self) else { return false }
        let isAssignment =
            infix.operator.is(AssignmentExprSyntax.self)
            || infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text.hasSuffix("=") == true
                && !["==", "!=", "<=", ">=", "===", "!=="].contains(infix.operator.trimmedDescription)
        guard isAssignment, !infix.leftOperand.is(DiscardAssignmentExprSyntax.self) else { return false }
        var parent = node.parent
        while let outer = parent {
            if outer.is(InitializerDeclSyntax.self) { return false }
            if outer.is(FunctionDeclSyntax.self) { return true }
            parent = outer.parent
        }
        return true
    }

    /// The function, accessor or closure in which the statement stands, if the statement's value is its result.
    static func resultType(at item: Syntax, returning: Bool) -> String? {
        guard let place = body(around: item, onlyAsValue: !returning) else { return nil }
        if let function = place.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause?.type.trimmedDescription
        }
        if let accessor = place.as(AccessorDeclSyntax.self), accessor.accessorSpecifier.text != "get" { return nil }
        var parent: Syntax? = place
        while let outer = parent {
            if let binding = outer.as(PatternBindingSyntax.self) {
                return binding.typeAnnotation?.type.trimmedDescription
            }
            if outer.is(ClosureExprSyntax.self) || outer.is(InitializerDeclSyntax.self) { return nil }
            parent = outer.parent
        }
        return nil
    }

    /// Whether no value is expected where the statement stands alone in its block.
    static func returnsNothing(at item: Syntax) -> Bool {
        guard let block = item.parent?.parent, let owner = block.parent else { return false }
        if owner.is(ForStmtSyntax.self) || owner.is(WhileStmtSyntax.self) || owner.is(DeferStmtSyntax.self)
            || owner.is(DoStmtSyntax.self) || owner.is(InitializerDeclSyntax.self) || owner.is(CatchClauseSyntax.self)
        {
            return !owner.is(DoStmtSyntax.self) && !owner.is(CatchClauseSyntax.self)
        }
        if let function = owner.as(FunctionDeclSyntax.self) {
            let type = function.signature.returnClause?.type.trimmedDescription
            return type == nil || type == "Void"
        }
        if owner.is(GuardStmtSyntax.self) { return false }
        guard let branch = item.branch, let outer = branch.enclosingItem else { return false }
        return isAlone(outer) ? returnsNothing(at: Syntax(outer)) : true
    }

    private static func body(around item: Syntax, onlyAsValue: Bool) -> Syntax? {
        var parent = item.parent
        var last = item
        while let outer = parent {
            if let block = outer.as(CodeBlockItemSyntax.self), onlyAsValue, !isAlone(block) { return nil }
            if onlyAsValue, let block = last.as(CodeBlockItemSyntax.self), !isAlone(block) { return nil }
            if outer.is(FunctionDeclSyntax.self) || outer.is(AccessorDeclSyntax.self)
                || outer.is(AccessorBlockSyntax.self)
            {
                return outer
            }
            if outer.is(ClosureExprSyntax.self) || outer.is(InitializerDeclSyntax.self) { return nil }
            if onlyAsValue,
                outer.is(ForStmtSyntax.self) || outer.is(WhileStmtSyntax.self) || outer.is(DeferStmtSyntax.self)
                    || outer.is(GuardStmtSyntax.self) || outer.is(DoStmtSyntax.self)
            {
                return nil
            }
            last = outer
            parent = outer.parent
        }
        return nil
    }
}

extension Syntax {
    /// The `if` or `switch` in which this statement is the only one of a branch.
    fileprivate var branch: Syntax? {
        guard let block = parent?.parent else { return nil }
        if let owner = block.parent, owner.is(IfExprSyntax.self) { return owner }
        if block.is(SwitchCaseSyntax.self), let owner = block.parent?.parent, owner.is(SwitchExprSyntax.self) {
            return owner
        }
        return nil
    }

    /// The statement that this `if` or `switch` forms, unless it is a value within another statement.
    fileprivate var enclosingItem: CodeBlockItemSyntax? {
        var node = self
        while let outer = node.parent {
            if let item = outer.as(CodeBlockItemSyntax.self) { return item }
            guard outer.is(ExpressionStmtSyntax.self) || outer.is(IfExprSyntax.self) else { return nil }
            node = outer
        }
        return nil
    }
}
