import { formatRegisterDate } from './bikram-sambat.ts'
import type { BillDocument } from './bill.ts'
import type { CsvCell } from './csv.ts'
import { type Paisa, ZERO } from './money.ts'

/** A column of text, or of an amount that the last row sums; its cell is empty for `null`. */
type RegisterColumn = {
  header: string
  /** Printed above the header, once for columns side by side. */
  group?: string
} & ({ text: (bill: BillDocument) => CsvCell } | { amount: (bill: BillDocument) => Paisa | null })

/** A list of bills as the tax office prescribes it. */
export interface Register {
  title: string
  /** The rule that it follows; empty if not known. */
  subtitle: string
  columns: readonly RegisterColumn[]
}

/** Without VAT a bill has only a total, because the other amounts are those of a VAT return. */
const getExempt = ({ vat }: BillDocument): Paisa | null => (vat === null ? null : ZERO)

const BILL = 'बीजक'
const TAXABLE_SALE = 'करयोग्य बिक्री'
const EXPORT = 'निकासी'

/** The columns of VAT rule 23(1)(g). We sell nothing abroad, so the last four are empty. */
export const SALES_REGISTER: Register = {
  title: 'बिक्री खाता',
  subtitle: '(नियम २३ को उपनियम (१) को खण्ड (छ) संग सम्बन्धित)',
  columns: [
    { header: 'मिति', group: BILL, text: ({ issuedOn }) => formatRegisterDate(issuedOn) },
    { header: 'बीजक नम्बर', group: BILL, text: ({ number }) => number },
    { header: 'खरिदकर्ताको नाम', group: BILL, text: ({ buyer }) => buyer.name },
    { header: 'खरिदकर्ताको स्थायी लेखा नम्बर', group: BILL, text: ({ buyer }) => buyer.pan },
    { header: 'जम्मा बिक्री / निकासी (रु)', amount: ({ total }) => total },
    { header: 'स्थानीय कर छुटको बिक्री मूल्य (रु)', amount: getExempt },
    { header: 'मूल्य (रु)', group: TAXABLE_SALE, amount: ({ taxable }) => taxable },
    { header: 'कर (रु)', group: TAXABLE_SALE, amount: ({ vat }) => vat },
    { header: 'निकासी गरेको वस्तु वा सेवाको मूल्य (रु)', group: EXPORT, amount: () => null },
    { header: 'निकासी गरेको देश', group: EXPORT, text: () => null },
    { header: 'निकासी प्रज्ञापनपत्र नम्बर', group: EXPORT, text: () => null },
    { header: 'निकासी प्रज्ञापनपत्र मिति', group: EXPORT, text: () => null },
  ],
}

/** Amounts are positive. A note has one line. */
export const RETURNS_REGISTER: Register = {
  title: 'बिक्री फिर्ता खाता',
  subtitle: '',
  columns: [
    { header: 'मिति', text: ({ issuedOn }) => formatRegisterDate(issuedOn) },
    { header: 'क्रेडिट नोट नम्बर', text: ({ number }) => number },
    { header: 'खरिदकर्ताको नाम', text: ({ buyer }) => buyer.name },
    { header: 'खरिदकर्ताको स्थायी लेखा नम्बर', text: ({ buyer }) => buyer.pan },
    { header: 'वस्तु वा सेवाको नाम', text: ({ lines }) => lines[0]?.label ?? null },
    { header: 'परिमाण', text: ({ lines }) => lines[0]?.quantity ?? null },
    { header: 'एकाइ', text: ({ lines }) => lines[0]?.unit ?? null },
    { header: 'जम्मा फिर्ता मूल्य', amount: ({ total }) => total },
    { header: 'कर छुटको फिर्ता मूल्य', amount: getExempt },
    { header: 'करयोग्य फिर्ता मूल्य', amount: ({ taxable }) => taxable },
    { header: 'करयोग्य फिर्ता कर', amount: ({ vat }) => vat },
  ],
}
