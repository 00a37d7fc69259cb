import type { readRefundAccount } from '#contract/admin/refunds.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffLedger } from '../ledger.ts'
import { createSelectedRecord } from '../selected-record.ts'

/** By booking. The audit log records each reading, so it is read only on request. */
const account = createSelectedRecord<Output<typeof readRefundAccount>>((bookingId) =>
  staffLedger.refundAccount(bookingId),
)
export const $refundAccount = account.$selected

export const showRefundAccount = (bookingId: string): void => void account.select(bookingId)
export const hideRefundAccount = (): void => void account.select(undefined)
