import { type Paisa, paisa } from '#domain/money.ts'

export interface ReceiptText {
  amount: string
  /** The amount in the details, where it differs. */
  rowAmount?: string
  date: string
  time: string
  id: string
  payee: string
  remarks: string
}

export function formatAmount(amount: Paisa, grouping: 'western' | 'indian' | 'none' = 'western'): string {
  const locale = grouping === 'indian' ? 'en-IN' : 'en-US'
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: grouping !== 'none' }).format(
    paisa(amount) / 100,
  )
}

/** 14:10 in Kathmandu, five minutes after the payment. */
export const NOW = Date.parse('2026-11-21T14:10:00+05:45')
export const EXPECTED = {
  amount: paisa(950_000),
  reference: 'BK-1795269000000-7Q2M',
  payee: 'Chautari Coworking',
}

/** The date formats that are in use. */
const DATES = [
  ['2026-11-21', '14:05:09'],
  ['2026-11-21', '14:05:09'],
  ['21 Nov 2026', '02:05 PM'],
  ['21/11/2026', '14:05'],
  ['2083-08-05', '02:05 PM'],
  ['21-11-2026', '14:05:09'],
  ['5 Mangsir 2083', '2:05 PM'],
] as const
const IDS = [
  '0VOJMBI',
  'GFq9PFS7b2iYvL8Lir9oXe',
  'NP2603250066636',
  'MTXN0000517374-130',
  '20261121140509',
  '261121003457',
  'S44712038',
]

export const correctText = (turn: number): ReceiptText => {
  const [date, time] = DATES[turn % DATES.length] ?? DATES[0]
  return {
    amount: formatAmount(EXPECTED.amount, turn % 3 === 1 ? 'none' : 'western'),
    date,
    time,
    id: IDS[turn % IDS.length] ?? '',
    payee: EXPECTED.payee,
    remarks: EXPECTED.reference,
  }
}
