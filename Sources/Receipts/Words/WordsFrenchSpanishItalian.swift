extension Words {
    static let french = Words(
        thanks: "Merci de votre visite !", customerCopy: "TICKET CLIENT", merchantCopy: "TICKET COMMERÇANT",
        duplicate: "DUPLICATA", printedAt: "Réimprimé le", vatID: "N° TVA", taxNumber: "N° fiscal", order: "Commande",
        receipt: "Ticket", payment: "Paiement", endOfDay: "Clôture", time: "Date", subtotal: "Sous-total",
        discount: "Remise", fee: "Frais", shipping: "Livraison",
        difference: "Différence débitée", tip: "Pourboire", total: "TOTAL",
        amountNotCharged: "Montant (non débité)",
        refund: Returned(
            title: "REMBOURSEMENT", total: "REMBOURSÉ", amountNotReturned: "Montant (non remboursé)",
            notReturned: "Aucun remboursement effectué.", kind: "Remboursement"),
        reversal: Returned(
            title: "ANNULATION", total: "ANNULÉ", amountNotReturned: "Montant (non annulé)",
            notReturned: "Aucune annulation effectuée.", kind: "Annulation"),
        reservation: Returned(
            title: "PRÉAUTORISATION", total: "PRÉAUTORISÉ, NON DÉBITÉ", amountNotReturned: "Montant (non réservé)",
            notReturned: "Aucun montant réservé.", kind: "Préautorisation"),
        release: Returned(
            title: "PRÉAUTORISATION LEVÉE", total: "LIBÉRÉ", amountNotReturned: "Montant (non libéré)",
            notReturned: "Aucun montant libéré.", kind: "Levée"),
        includes: "dont", taxTable: TaxTable(rate: "Taux", net: "HT", tax: "TVA", gross: "TTC"),
        card: Card(
            title: "Paiement par carte", sale: "Paiement", reversal: "Annulation", means: "Carte",
            number: "N° de carte", sequence: "N° séquence carte", entry: "Lecture", chip: "puce",
            contactless: "sans contact", stripe: "piste magnétique", application: "AID", terminal: "Terminal",
            contract: "N° commerçant", receipt: "N° ticket", trace: "N° de trace", turnover: "N° d'opération",
            original: "Annule la trace n°", time: "Heure du terminal", approval: "N° autorisation",
            verification: "Vérifié par", noVerification: "non requis", signature: "signature",
            onlinePIN: "code (en ligne)", offlinePIN: "code (hors ligne)", and: "et", resultCode: "Code réponse",
            approved: "ACCEPTÉ", declined: "REFUSÉ", cancelled: "ABANDON", notCharged: "Aucun débit effectué.",
            signHere: "Signature du porteur"))

    static let spanish = Words(
        thanks: "¡Gracias por su visita!", customerCopy: "COPIA PARA EL CLIENTE",
        merchantCopy: "COPIA PARA EL COMERCIO", duplicate: "DUPLICADO", printedAt: "Reimpreso", vatID: "NIF-IVA",
        taxNumber: "NIF", order: "Pedido", receipt: "Recibo", payment: "Pago", endOfDay: "Cierre del día",
        time: "Fecha", subtotal: "Subtotal", discount: "Descuento", fee: "Recargo", shipping: "Envío",
        difference: "Diferencia cobrada", tip: "Propina",
        total: "TOTAL", amountNotCharged: "Importe (no cobrado)",
        refund: Returned(
            title: "DEVOLUCIÓN", total: "DEVUELTO", amountNotReturned: "Importe (no devuelto)",
            notReturned: "No se ha devuelto nada.", kind: "Devolución"),
        reversal: Returned(
            title: "ANULACIÓN", total: "ANULADO", amountNotReturned: "Importe (no anulado)",
            notReturned: "No se ha anulado nada.", kind: "Anulación"),
        reservation: Returned(
            title: "PREAUTORIZACIÓN", total: "RESERVADO, NO COBRADO", amountNotReturned: "Importe (no reservado)",
            notReturned: "No se ha reservado nada.", kind: "Preautorización"),
        release: Returned(
            title: "PREAUTORIZACIÓN LIBERADA", total: "LIBERADO", amountNotReturned: "Importe (no liberado)",
            notReturned: "No se ha liberado nada.", kind: "Liberación"),
        includes: "incl.", taxTable: TaxTable(rate: "Tipo", net: "Base", tax: "Cuota", gross: "Total"),
        card: Card(
            title: "Pago con tarjeta", sale: "Venta", reversal: "Anulación", means: "Tarjeta", number: "Nº tarjeta",
            sequence: "Nº secuencia", entry: "Lectura", chip: "chip", contactless: "sin contacto",
            stripe: "banda magnética", application: "AID", terminal: "Terminal", contract: "Nº comercio",
            receipt: "Nº recibo", trace: "Nº traza", turnover: "Nº operación", original: "Anula traza nº",
            time: "Hora terminal", approval: "Nº autorización", verification: "Verificado por",
            noVerification: "no requerido", signature: "firma", onlinePIN: "PIN (en línea)",
            offlinePIN: "PIN (sin conexión)", and: "y", resultCode: "Código respuesta", approved: "APROBADO",
            declined: "DENEGADO", cancelled: "CANCELADO", notCharged: "No se ha cobrado nada.",
            signHere: "Firma del titular"))

    static let italian = Words(
        thanks: "Grazie e arrivederci!", customerCopy: "COPIA CLIENTE", merchantCopy: "COPIA ESERCENTE",
        duplicate: "DUPLICATO", printedAt: "Ristampato il", vatID: "P. IVA", taxNumber: "Cod. fiscale",
        order: "Ordine", receipt: "Ricevuta", payment: "Pagamento", endOfDay: "Chiusura", time: "Data",
        subtotal: "Subtotale", discount: "Sconto", fee: "Supplemento", shipping: "Spedizione",
        difference: "Differenza addebitata", tip: "Mancia",
        total: "TOTALE", amountNotCharged: "Importo (non addebitato)",
        refund: Returned(
            title: "RIMBORSO", total: "RIMBORSATO", amountNotReturned: "Importo (non rimborsato)",
            notReturned: "Nessun rimborso effettuato.", kind: "Rimborso"),
        reversal: Returned(
            title: "STORNO", total: "STORNATO", amountNotReturned: "Importo (non stornato)",
            notReturned: "Nessuno storno effettuato.", kind: "Storno"),
        reservation: Returned(
            title: "PREAUTORIZZAZIONE", total: "RISERVATO, NON ADDEBITATO",
            amountNotReturned: "Importo (non riservato)", notReturned: "Nessun importo riservato.",
            kind: "Preautorizzazione"),
        release: Returned(
            title: "PREAUTORIZZAZIONE RILASCIATA", total: "RILASCIATO", amountNotReturned: "Importo (non rilasciato)",
            notReturned: "Nessun importo rilasciato.", kind: "Rilascio"),
        includes: "di cui", taxTable: TaxTable(rate: "Aliquota", net: "Imponibile", tax: "IVA", gross: "Totale"),
        card: Card(
            title: "Pagamento con carta", sale: "Acquisto", reversal: "Storno", means: "Carta", number: "N. carta",
            sequence: "N. sequenza carta", entry: "Lettura", chip: "chip", contactless: "contactless",
            stripe: "banda magnetica", application: "AID", terminal: "ID terminale", contract: "Cod. esercente",
            receipt: "N. ricevuta", trace: "STAN", turnover: "N. operazione", original: "Storna STAN",
            time: "Ora terminale", approval: "Cod. autorizzazione", verification: "Verifica",
            noVerification: "non richiesta", signature: "firma", onlinePIN: "PIN (online)",
            offlinePIN: "PIN (offline)", and: "e", resultCode: "Codice esito", approved: "APPROVATO",
            declined: "RIFIUTATO", cancelled: "ANNULLATO", notCharged: "Nessun addebito.",
            signHere: "Firma del titolare"))
}
