extension Words {
    static let greek = Words(
        thanks: "Ευχαριστούμε για την επίσκεψη!", customerCopy: "ΑΝΤΙΓΡΑΦΟ ΠΕΛΑΤΗ",
        merchantCopy: "ΑΝΤΙΓΡΑΦΟ ΕΜΠΟΡΟΥ", duplicate: "ΕΠΑΝΕΚΤΥΠΩΣΗ", printedAt: "Εκτυπώθηκε ξανά", vatID: "ΑΦΜ",
        taxNumber: "ΑΦΜ", order: "Παραγγελία", receipt: "Απόδειξη", payment: "Πληρωμή",
        endOfDay: "Κλείσιμο ημέρας", time: "Ημερομηνία", subtotal: "Μερικό σύνολο", discount: "Έκπτωση",
        fee: "Χρέωση", shipping: "Μεταφορικά",
        difference: "Χρεωμένη διαφορά", tip: "Φιλοδώρημα", total: "ΣΥΝΟΛΟ",
        amountNotCharged: "Ποσό (δεν χρεώθηκε)",
        refund: Returned(
            title: "ΕΠΙΣΤΡΟΦΗ", total: "ΕΠΙΣΤΡΑΦΗΚΕ", amountNotReturned: "Ποσό (δεν επιστράφηκε)",
            notReturned: "Δεν επιστράφηκε ποσό.", kind: "Επιστροφή"),
        reversal: Returned(
            title: "ΑΚΥΡΩΣΗ", total: "ΑΚΥΡΩΘΗΚΕ", amountNotReturned: "Ποσό (δεν ακυρώθηκε)",
            notReturned: "Δεν ακυρώθηκε ποσό.", kind: "Ακύρωση"),
        reservation: Returned(
            title: "ΠΡΟΕΓΚΡΙΣΗ", total: "ΔΕΣΜΕΥΤΗΚΕ, ΔΕΝ ΧΡΕΩΘΗΚΕ", amountNotReturned: "Ποσό (δεν δεσμεύτηκε)",
            notReturned: "Δεν δεσμεύτηκε ποσό.", kind: "Προέγκριση"),
        release: Returned(
            title: "ΑΠΟΔΕΣΜΕΥΣΗ", total: "ΑΠΟΔΕΣΜΕΥΤΗΚΕ", amountNotReturned: "Ποσό (δεν αποδεσμεύτηκε)",
            notReturned: "Δεν αποδεσμεύτηκε ποσό.", kind: "Αποδέσμευση"),
        includes: "περιλ.", taxTable: TaxTable(rate: "Συντ.", net: "Καθαρή", tax: "ΦΠΑ", gross: "Σύνολο"),
        card: Card(
            title: "Πληρωμή με κάρτα", sale: "Αγορά", reversal: "Ακύρωση", means: "Κάρτα", number: "Αρ. κάρτας",
            sequence: "Αύξ. αρ. κάρτας", entry: "Ανάγνωση", chip: "τσιπ", contactless: "ανέπαφα",
            stripe: "μαγνητική ταινία", application: "AID", terminal: "Τερματικό", contract: "Κωδ. εμπόρου",
            receipt: "Αρ. απόδειξης", trace: "Αρ. ίχνους", turnover: "Αρ. κίνησης", original: "Ακυρώνει αρ. ίχνους",
            time: "Ώρα τερματικού", approval: "Κωδ. έγκρισης", verification: "Ταυτοποίηση",
            noVerification: "δεν απαιτείται", signature: "υπογραφή", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "και", resultCode: "Κωδ. απάντησης", approved: "ΕΓΚΡΙΘΗΚΕ",
            declined: "ΑΠΟΡΡΙΦΘΗΚΕ", cancelled: "ΑΚΥΡΩΘΗΚΕ", notCharged: "Δεν έγινε χρέωση.",
            signHere: "Υπογραφή κατόχου κάρτας"))

    static let japanese = Words(
        thanks: "ありがとうございました", customerCopy: "お客様控え", merchantCopy: "加盟店控え", duplicate: "再発行",
        printedAt: "再発行日時", vatID: "登録番号", taxNumber: "登録番号", order: "注文番号", receipt: "レシート番号",
        payment: "支払番号", endOfDay: "日計", time: "日時", subtotal: "小計", discount: "値引", fee: "手数料",
        shipping: "送料",
        difference: "請求差額", tip: "チップ", total: "合計", amountNotCharged: "金額(請求なし)",
        refund: Returned(
            title: "返金", total: "返金額", amountNotReturned: "金額(返金なし)", notReturned: "返金されていません。",
            kind: "返金"),
        reversal: Returned(
            title: "取消", total: "取消金額", amountNotReturned: "金額(取消なし)", notReturned: "取消されていません。",
            kind: "取消"),
        reservation: Returned(
            title: "仮売上", total: "仮売上(未請求)", amountNotReturned: "金額(仮売上なし)",
            notReturned: "仮売上は成立していません。", kind: "仮売上"),
        release: Returned(
            title: "仮売上取消", total: "仮売上取消額", amountNotReturned: "金額(取消なし)",
            notReturned: "仮売上は取消されていません。", kind: "仮売上取消"),
        includes: "内", taxTable: TaxTable(rate: "税率", net: "税抜", tax: "税額", gross: "税込"),
        card: Card(
            title: "カード支払", sale: "売上", reversal: "取消", means: "カード", number: "カード番号",
            sequence: "カード連番", entry: "読取方法", chip: "IC", contactless: "非接触", stripe: "磁気",
            application: "AID", terminal: "端末番号", contract: "加盟店番号", receipt: "伝票番号", trace: "処理通番",
            turnover: "取引番号", original: "取消元通番", time: "端末時刻", approval: "承認番号",
            verification: "本人確認", noVerification: "不要", signature: "サイン", onlinePIN: "PIN(オンライン)",
            offlinePIN: "PIN(オフライン)", and: "+", resultCode: "応答コード", approved: "承認", declined: "否認",
            cancelled: "中止", notCharged: "請求はありません。", signHere: "ご署名"))
}
