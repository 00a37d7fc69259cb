import { npr, paisa } from '#domain/money.ts'
import type { BillRow } from '#stores/admin/bills/bills.ts'

/** Credit notes are negative, as in the sum of the list. */
export const formatBillTotal = ({ kind, total }: Pick<BillRow, 'kind' | 'total'>): string =>
  npr(paisa(kind === 'credit' ? -total : total))
