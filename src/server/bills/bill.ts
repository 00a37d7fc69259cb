import type { BillDocument } from '#domain/bill.ts'
import type { Bill } from '../db/schema.ts'

export const parseBill = ({ document }: Pick<Bill, 'document'>): BillDocument => JSON.parse(document)
