import Model

/// What each screen takes. An act that is not listed for a screen is not taken by it, and changes nothing.
extension KioskState {
    /// Does what somebody did; false if this screen does not take it.
    mutating func take(_ act: KioskAct, _ event: KioskEvent) -> Bool {
        if let taken = takeCommon(act) { return taken }
        switch screen {
        case .attract:
            guard act == .begin else { return false }
            enter()
            return true
        case .home: return takeHome(act)
        case .find(let search): return take(act, search)
        case .orders(let orders): return take(act, orders)
        case .catalogue(let catalogue): return take(act, catalogue, event)
        case .product(let product): return take(act, product)
        case .review, .orderChanged, .printerEmpty, .terminalAway, .tip: return takeBeforePaying(act, event)
        case .paying(let paying): return take(act, paying)
        case .declined(let end, _), .cancelled(let end, _): return take(act, end, event)
        case .partial, .receipt, .printing, .email, .show, .thanks: return takeAfterPaying(act)
        case .staff:
            guard case .staffAct(let act) = act else { return false }
            return takeStaff(act, event)
        case .outOfService: return false
        }
    }

    /// The acts that every screen takes; nil for another.
    private mutating func takeCommon(_ act: KioskAct) -> Bool? {
        switch act {
        case .language(let code):
            guard languages.contains(code) else { return false }
            presentation.language = code
            reloadStaffPage()
        case .appearance(let appearance): presentation.appearance = appearance
        case .reach(let reach): presentation.reach = reach
        case .textSize(let percent):
            guard KioskPresentation.textSizes.contains(percent) else { return false }
            presentation.textSize = percent
        case .speech(let speaks): presentation.speaks = speaks
        case .activity, .extend: return true
        case .staff: return openStaff()
        case .start: return takeStart()
        default: return nil
        }
        return true
    }

    private mutating func takeStart() -> Bool {
        switch screen {
        case .paying, .staff, .outOfService: return false
        case .attract, .home, .find, .orders, .catalogue, .product, .review, .orderChanged, .printerEmpty,
            .terminalAway, .tip, .declined, .cancelled, .partial, .receipt, .printing, .email, .show, .thanks:
            goHome()
            return true
        }
    }

    /// The first screen of a customer.
    private mutating func enter() {
        switch settings.start {
        case .both: screen = .home
        case .find: screen = .find(KioskOrderSearch())
        case .compose: openCatalogue()
        }
    }

    private mutating func takeHome(_ act: KioskAct) -> Bool {
        switch act {
        case .find: screen = .find(KioskOrderSearch())
        case .compose: openCatalogue()
        case .back: goHome()
        default: return false
        }
        return true
    }

    /// Goes back to where a customer can begin.
    mutating func goToBeginning() {
        guard settings.start == .both else { return goHome() }
        screen = .home
    }

    // MARK: Finding an order

    private mutating func take(_ act: KioskAct, _ old: KioskOrderSearch) -> Bool {
        var search = old
        if case .looking = search.stage, act != .back { return false }
        switch act {
        case .digit(let digit):
            guard digit.count == 1, digit.first?.isASCII == true, digit.first.map({ $0.isNumber || $0 == "L" }) == true,
                search.digits.count < KioskSettings.longestNumber
            else { return false }
            search.digits += digit
            search.stage = .typing
        case .erase:
            search.digits = String(search.digits.dropLast())
            search.stage = .typing
        case .clear: search = KioskOrderSearch()
        case .submit:
            guard !search.digits.isEmpty else { return false }
            search.stage = .looking(text: search.digits, round: nextRound())
        case .scan(let text):
            guard !text.isEmpty, text.utf8.count <= KioskSettings.longestText else { return false }
            search.stage = .looking(text: text, round: nextRound())
        case .list:
            screen = .orders(KioskOrders(round: nextRound()))
            return true
        case .back:
            goToBeginning()
            return true
        default: return false
        }
        screen = .find(search)
        return true
    }

    private mutating func take(_ act: KioskAct, _ old: KioskOrders) -> Bool {
        var orders = old
        switch act {
        case .choose(let id):
            guard orders.chosen == nil, let row = orders.rows.first(where: { $0.id.rawValue == id }) else {
                return false
            }
            orders.chosen = row.id
            orders.choice = nextRound()
            screen = .orders(orders)
        case .back: screen = .find(KioskOrderSearch())
        default: return false
        }
        return true
    }

    // MARK: The catalogue

    mutating func openCatalogue() {
        if let catalogue {
            screen = .catalogue(catalogue)
        } else {
            screen = .catalogue(KioskCatalogue(round: nextRound()))
        }
    }

    private mutating func take(_ act: KioskAct, _ old: KioskCatalogue, _ event: KioskEvent) -> Bool {
        var catalogue = old
        switch act {
        case .category(let id):
            guard id.map({ id in catalogue.categories.contains { $0.id == id } }) ?? true else { return false }
            (catalogue.category, catalogue.page, catalogue.pages) = (id, 1, 1)
            reload(catalogue)
        case .page(let page):
            guard 1...catalogue.pages ~= page, page != catalogue.page else { return false }
            catalogue.page = page
            reload(catalogue)
        case .product(let id):
            guard let tile = catalogue.tiles.first(where: { $0.id == id }), tile.isAvailable else { return false }
            screen = .product(KioskProduct(id: id, round: nextRound(), catalogue: catalogue))
        case .review:
            guard let bill = KioskBill(cart) else { return false }
            self.catalogue = catalogue
            screen = .review(KioskReview(KioskAttempt(bill, fresh: event.fresh)))
        case .back:
            self.catalogue = catalogue
            goToBeginning()
        default: return false
        }
        return true
    }

    private mutating func reload(_ old: KioskCatalogue) {
        var catalogue = old
        catalogue.loading = .loading
        catalogue.tiles = []
        catalogue.round = nextRound()
        screen = .catalogue(catalogue)
    }

    private mutating func take(_ act: KioskAct, _ old: KioskProduct) -> Bool {
        var product = old
        switch act {
        case .option(let name, let value):
            guard let choice = product.facts?.choices.first(where: { $0.name == name }),
                choice.values.contains(value), product.isAvailable(value, of: name)
            else { return false }
            product.chosen[name] = value
            screen = .product(product)
        case .quantity(let quantity):
            guard 1...product.most ~= quantity else { return false }
            product.quantity = quantity
            screen = .product(product)
        case .add:
            guard product.isComplete, let facts = product.facts, let price = product.price,
                cart.add(
                    product: product.id, variation: product.variant?.id, name: facts.name, detail: product.detail,
                    price: price, quantity: product.quantity)
            else { return false }
            screen = .catalogue(product.catalogue)
        case .back: screen = .catalogue(product.catalogue)
        default: return false
        }
        return true
    }
}
