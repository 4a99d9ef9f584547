extension Words {
    static let polish = Words(
        thanks: "Dziękujemy za wizytę!", customerCopy: "KOPIA DLA KLIENTA", merchantCopy: "KOPIA DLA SPRZEDAWCY",
        duplicate: "DUPLIKAT", printedAt: "Ponowny wydruk", vatID: "NIP", taxNumber: "NIP", order: "Zamówienie",
        receipt: "Potwierdzenie", payment: "Płatność", endOfDay: "Zamknięcie dnia", time: "Data",
        subtotal: "Suma częściowa", discount: "Rabat", fee: "Opłata", shipping: "Dostawa",
        difference: "Pobrana różnica", tip: "Napiwek",
        total: "SUMA", amountNotCharged: "Kwota (nie obciążono)",
        refund: Returned(
            title: "ZWROT", total: "ZWRÓCONO", amountNotReturned: "Kwota (nie zwrócono)",
            notReturned: "Nic nie zwrócono.", kind: "Zwrot"),
        reversal: Returned(
            title: "UNIEWAŻNIENIE", total: "UNIEWAŻNIONO", amountNotReturned: "Kwota (nie unieważniono)",
            notReturned: "Nic nie unieważniono.", kind: "Unieważnienie"),
        reservation: Returned(
            title: "PREAUTORYZACJA", total: "ZABLOKOWANO, NIE OBCIĄŻONO",
            amountNotReturned: "Kwota (nie zablokowano)", notReturned: "Nic nie zablokowano.",
            kind: "Preautoryzacja"),
        release: Returned(
            title: "PREAUTORYZACJA ZWOLNIONA", total: "ZWOLNIONO", amountNotReturned: "Kwota (nie zwolniono)",
            notReturned: "Nic nie zwolniono.", kind: "Zwolnienie"),
        includes: "w tym", taxTable: TaxTable(rate: "Stawka", net: "Netto", tax: "VAT", gross: "Brutto"),
        card: Card(
            title: "Płatność kartą", sale: "Sprzedaż", reversal: "Unieważnienie", means: "Karta", number: "Nr karty",
            sequence: "Nr sekwencji karty", entry: "Odczyt karty", chip: "chip", contactless: "zbliżeniowo",
            stripe: "pasek magnetyczny", application: "AID", terminal: "Terminal", contract: "Nr akceptanta",
            receipt: "Nr wydruku", trace: "Nr śladu", turnover: "Nr operacji", original: "Unieważnia nr śladu",
            time: "Czas terminala", approval: "Kod autoryzacji", verification: "Weryfikacja",
            noVerification: "niewymagana", signature: "podpis", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "i", resultCode: "Kod odpowiedzi", approved: "ZAAKCEPTOWANO",
            declined: "ODMOWA", cancelled: "ANULOWANO", notCharged: "Karta nie została obciążona.",
            signHere: "Podpis posiadacza karty"))

    static let czech = Words(
        thanks: "Děkujeme za návštěvu!", customerCopy: "KOPIE PRO ZÁKAZNÍKA", merchantCopy: "KOPIE PRO OBCHODNÍKA",
        duplicate: "DUPLIKÁT", printedAt: "Znovu vytištěno", vatID: "DIČ", taxNumber: "IČO", order: "Objednávka",
        receipt: "Účtenka", payment: "Platba", endOfDay: "Uzávěrka", time: "Datum", subtotal: "Mezisoučet",
        discount: "Sleva", fee: "Poplatek", shipping: "Doprava",
        difference: "Účtovaný rozdíl", tip: "Spropitné", total: "CELKEM",
        amountNotCharged: "Částka (neúčtováno)",
        refund: Returned(
            title: "VRÁCENÍ PENĚZ", total: "VRÁCENO", amountNotReturned: "Částka (nevráceno)",
            notReturned: "Nic nebylo vráceno.", kind: "Vrácení"),
        reversal: Returned(
            title: "STORNO", total: "STORNOVÁNO", amountNotReturned: "Částka (nestornováno)",
            notReturned: "Nic nebylo stornováno.", kind: "Storno"),
        reservation: Returned(
            title: "PŘEDAUTORIZACE", total: "REZERVOVÁNO, NEÚČTOVÁNO", amountNotReturned: "Částka (nerezervováno)",
            notReturned: "Nic nebylo rezervováno.", kind: "Předautorizace"),
        release: Returned(
            title: "PŘEDAUTORIZACE UVOLNĚNA", total: "UVOLNĚNO", amountNotReturned: "Částka (neuvolněno)",
            notReturned: "Nic nebylo uvolněno.", kind: "Uvolnění"),
        includes: "vč.", taxTable: TaxTable(rate: "Sazba", net: "Základ", tax: "DPH", gross: "Celkem"),
        card: Card(
            title: "Platba kartou", sale: "Prodej", reversal: "Storno", means: "Karta", number: "Číslo karty",
            sequence: "Pořadí karty", entry: "Načtení karty", chip: "čip", contactless: "bezkontaktně",
            stripe: "magnetický proužek", application: "AID", terminal: "Terminál", contract: "Č. obchodníka",
            receipt: "Č. účtenky", trace: "Č. trasování", turnover: "Č. operace", original: "Storno trasování č.",
            time: "Čas terminálu", approval: "Autorizační kód", verification: "Ověření",
            noVerification: "nevyžadováno", signature: "podpis", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "a", resultCode: "Kód odpovědi", approved: "SCHVÁLENO",
            declined: "ZAMÍTNUTO", cancelled: "ZRUŠENO", notCharged: "Nic nebylo účtováno.",
            signHere: "Podpis držitele karty"))

    static let turkish = Words(
        thanks: "Bizi tercih ettiğiniz için teşekkürler!", customerCopy: "MÜŞTERİ NÜSHASI",
        merchantCopy: "İŞYERİ NÜSHASI", duplicate: "MÜKERRER", printedAt: "Yeniden basıldı", vatID: "VKN",
        taxNumber: "Vergi no.", order: "Sipariş", receipt: "Fiş", payment: "Ödeme", endOfDay: "Gün sonu",
        time: "Tarih", subtotal: "Ara toplam", discount: "İndirim", fee: "Ücret", shipping: "Kargo",
        difference: "Tahsil edilen fark", tip: "Bahşiş",
        total: "TOPLAM", amountNotCharged: "Tutar (tahsil edilmedi)",
        refund: Returned(
            title: "İADE", total: "İADE EDİLDİ", amountNotReturned: "Tutar (iade edilmedi)",
            notReturned: "İade yapılmadı.", kind: "İade"),
        reversal: Returned(
            title: "İPTAL", total: "İPTAL TUTARI", amountNotReturned: "Tutar (iptal edilmedi)",
            notReturned: "İptal yapılmadı.", kind: "İptal"),
        reservation: Returned(
            title: "ÖN PROVİZYON", total: "BLOKE, TAHSİL EDİLMEDİ", amountNotReturned: "Tutar (bloke edilmedi)",
            notReturned: "Bloke konulmadı.", kind: "Ön provizyon"),
        release: Returned(
            title: "ÖN PROVİZYON İPTALİ", total: "SERBEST BIRAKILDI", amountNotReturned: "Tutar (bloke sürüyor)",
            notReturned: "Bloke kaldırılmadı.", kind: "Ön provizyon iptali"),
        includes: "dahil", taxTable: TaxTable(rate: "Oran", net: "Matrah", tax: "KDV", gross: "Toplam"),
        card: Card(
            title: "Kartla ödeme", sale: "Satış", reversal: "İptal", means: "Kart", number: "Kart no.",
            sequence: "Kart sıra no.", entry: "Kart okuma", chip: "çip", contactless: "temassız",
            stripe: "manyetik şerit", application: "AID", terminal: "Terminal no.", contract: "İşyeri no.",
            receipt: "Fiş no.", trace: "İzleme no.", turnover: "İşlem no.", original: "İptal edilen izleme no.",
            time: "Terminal saati", approval: "Onay kodu", verification: "Doğrulama", noVerification: "gerekmedi",
            signature: "imza", onlinePIN: "PIN (çevrimiçi)", offlinePIN: "PIN (çevrimdışı)", and: "ve",
            resultCode: "Yanıt kodu", approved: "ONAYLANDI", declined: "REDDEDİLDİ", cancelled: "İPTAL EDİLDİ",
            notCharged: "Tahsilat yapılmadı.", signHere: "Kart sahibinin imzası"))
}
