import { formatBikram } from '#domain/bikram-sambat.ts'
import type { BillDocument } from '#domain/bill.ts'
import { formatDate, formatInstant, type IsoDate } from '#domain/calendar.ts'
import type { Paisa } from '#domain/money.ts'

/** `ne` is `null` where a document has English labels only. */
export interface Label {
  en: string
  ne: string | null
}
export interface Field {
  label: Label
  value: string
}
type Line = BillDocument['lines'][number]
interface Column {
  label: Label
  isNumber: boolean
  /** In points; `null` takes what is left. */
  width: number | null
  read: (line: Line, index: number) => string
}

const AMOUNT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const formatBillAmount = (amount: Paisa): string => AMOUNT.format(amount / 100)

function formatBillDate(date: IsoDate): string {
  const bikram = formatBikram(date)
  return bikram ? `${bikram} (${formatDate(date)})` : formatDate(date)
}

/** Tax rules name a document that has a Nepali heading; the others must not look like one. */
const isFormal = ({ heading }: BillDocument): boolean => heading.ne !== null
const hasVat = ({ vat }: BillDocument): boolean => vat !== null

const labelsOf =
  (bill: BillDocument) =>
  (en: string, ne: string | null = null): Label => ({ en, ne: isFormal(bill) ? ne : null })

export function getSellerPan(bill: BillDocument): Field {
  const label = labelsOf(bill)
  return { label: label(hasVat(bill) ? 'PAN / VAT No.' : 'PAN No.', 'स्थायी लेखा नम्बर'), value: bill.seller.pan }
}

export function getBuyer(bill: BillDocument): Field {
  const label = labelsOf(bill)
  return { label: label('Buyer', 'खरिदकर्ताको नाम'), value: bill.buyer.name }
}

/** An address with an empty value is to be written by hand: tax invoices need it, and it is not asked for. */
export function listBuyerFields(bill: BillDocument): Field[] {
  const label = labelsOf(bill)
  return [
    ...(isFormal(bill) && hasVat(bill) ? [{ label: label('Address', 'ठेगाना'), value: '' }] : []),
    ...(bill.buyer.pan === ''
      ? []
      : [{ label: label('Buyer PAN', 'खरिदकर्ताको स्थायी लेखा नम्बर'), value: bill.buyer.pan }]),
    ...(bill.reason === null ? [] : [{ label: label('Reason', 'कारण'), value: bill.reason }]),
  ]
}

export function listFacts(bill: BillDocument): Field[] {
  const label = labelsOf(bill)
  const { heading, number, of, method, reference } = bill
  return [
    ...(of
      ? [
          { label: label(`${heading.en} No.`, `${heading.ne} नम्बर`), value: number },
          {
            label: label('Against Invoice No.', 'सम्बन्धित बीजक नम्बर, मिति'),
            value: `${of.number}, ${formatBillDate(of.issuedOn)}`,
          },
        ]
      : [{ label: label('Invoice No.', 'बीजक नम्बर'), value: number }]),
    { label: label('Fiscal Year', 'आर्थिक वर्ष'), value: bill.fiscalYear },
    { label: label('Transaction Date', 'कारोबार मिति'), value: formatBillDate(bill.transactionOn) },
    {
      label: of ? label('Issue Date', 'जारी मिति') : label('Invoice Issue Date', 'बीजक जारी मिति'),
      value: formatBillDate(bill.issuedOn),
    },
    {
      label: label('Payment Mode', 'भुक्तानीको माध्यम'),
      value: reference === null ? method : `${method}, ${reference}`,
    },
    { label: label('Booking'), value: bill.bookingId },
  ]
}

export function listColumns(bill: BillDocument): Column[] {
  const label = labelsOf(bill)
  const columns: (Column | false)[] = [
    { label: label('S.N.', 'क्र.सं.'), isNumber: false, width: 30, read: (_, index) => String(index + 1) },
    // Codes of services are not known.
    isFormal(bill) &&
      bill.of === null && { label: label('HS Code', 'एच.एस. कोड'), isNumber: false, width: 52, read: () => '-' },
    { label: label('Particulars', 'विवरण'), isNumber: false, width: null, read: (line) => line.label },
    { label: label('Quantity', 'परिमाण'), isNumber: true, width: 46, read: ({ quantity }) => String(quantity) },
    { label: label('Unit', 'एकाइ'), isNumber: false, width: 38, read: ({ unit }) => unit },
    {
      label: label(hasVat(bill) ? 'Rate with VAT' : 'Rate', 'दर'),
      isNumber: true,
      width: 66,
      read: ({ rate }) => formatBillAmount(rate),
    },
    hasVat(bill) && {
      label: label('Taxable Amount', 'करयोग्य मूल्य'),
      isNumber: true,
      width: 66,
      read: ({ taxable }) => (taxable === null ? '' : formatBillAmount(taxable)),
    },
    {
      label: label(hasVat(bill) ? 'Amount with VAT' : 'Amount', 'रकम'),
      isNumber: true,
      width: 72,
      read: ({ amount }) => formatBillAmount(amount),
    },
  ]
  return columns.filter((column) => column !== false)
}

export function listTaxes(bill: BillDocument): Field[] {
  const label = labelsOf(bill)
  if (bill.taxable === null || bill.vat === null) return []
  return [
    { label: label('Taxable Amount', 'करयोग्य मूल्य'), value: formatBillAmount(bill.taxable) },
    { label: label('VAT 13%', 'मूल्य अभिवृद्धि कर १३%'), value: formatBillAmount(bill.vat) },
  ]
}

export function getTotal(bill: BillDocument): Field {
  const label = labelsOf(bill)
  return { label: label('Grand Total', 'कुल जम्मा'), value: formatBillAmount(bill.total) }
}

export function getWords(bill: BillDocument): Field {
  const label = labelsOf(bill)
  return { label: label('In words', 'अक्षरेपी'), value: bill.words }
}

/** An empty value is to be signed. */
export function listSignatures(bill: BillDocument): Field[] {
  const label = labelsOf(bill)
  return [
    {
      label: label('Prepared by', 'तयार गर्ने'),
      value: `${bill.issuedBy}, ${formatInstant(Date.parse(bill.issuedAt))}`,
    },
    ...(isFormal(bill)
      ? [
          { label: label('Received by', 'प्राप्त गर्ने'), value: '' },
          { label: label('Authorised signature', 'अधिकृत हस्ताक्षर'), value: '' },
        ]
      : []),
  ]
}
