import type { ExpressionBuilder } from 'kysely'
import { QUERYABLE_METHODS } from '#domain/payment.ts'
import type { Tables } from '../db/schema.ts'

/** `isQueryable` as a condition. */
export const isQueryablePayment = (payment: ExpressionBuilder<Tables, 'payments'>) =>
  payment.or([
    payment('payments.method', 'in', QUERYABLE_METHODS),
    payment.and([payment('payments.method', '=', 'qr_payment'), payment('payments.gateway_id', 'is not', null)]),
  ])
