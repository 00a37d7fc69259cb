import { type Paisa, paisa } from '#domain/money.ts'
import type { ExpectedPayment } from '#domain/receipt/assessment.ts'

export interface Words {
  amount: string
  /** Where another place of the receipt says another amount than the large one. */
  rowAmount?: string
  date: string
  time: string
  id: string
  payee: string
  remarks: string
}

/** `9500.00` as receipts write it; Indian grouping where asked. */
export function written(amount: Paisa, grouping: 'western' | 'indian' | 'none' = 'western'): string {
  const locale = grouping === 'indian' ? 'en-IN' : 'en-US'
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: grouping !== 'none' }).format(
    paisa(amount) / 100,
  )
}

/** 14:10 in Kathmandu; a right receipt is five minutes old. */
export const NOW = Date.parse('2026-11-21T14:10:00+05:45')
export const EXPECTED: ExpectedPayment = {
  amount: paisa(950_000),
  reference: 'BK-1795269000000-7Q2M',
  payee: 'Chautari Coworking',
  startedAt: Date.parse('2026-11-21T13:50:00+05:45'),
}

/** Its date in the seven manners that are in use, by turns. */
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

export const rightWords = (turn: number): Words => {
  const [date, time] = DATES[turn % DATES.length] ?? DATES[0]
  return {
    amount: written(EXPECTED.amount, turn % 3 === 1 ? 'none' : 'western'),
    date,
    time,
    id: IDS[turn % IDS.length] ?? '',
    payee: EXPECTED.payee,
    remarks: EXPECTED.reference,
  }
}
