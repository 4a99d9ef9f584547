import Testing

/// Every action of every store of a shop, over every way to a shop: the same answers.
@Suite(.serialized) struct ShopStoreContractTests {
    @Test(arguments: ContractShop.allCases, StoreContract.all)
    func aStoreDoesTheSameAtEveryShop(shop: ContractShop, contract: StoreContract) async throws {
        try await ContractTill.run(on: shop) { till in
            try await contract.keep(till)
            let known = ActionSources.all[contract.actions] ?? []
            #expect(till.performed(contract.actions) == known, "an action is not in the contract of its store")
        }
    }

    @Test func everyStoreOfAShopHasAContract() {
        #expect(Set(StoreContract.all.map(\.actions)) == Set(ActionSources.all.keys))
        #expect(Set(StoreContract.all.map(\.actions)).count == StoreContract.all.count)
    }
}
