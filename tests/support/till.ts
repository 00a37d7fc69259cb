import type { saveCashUp as saveContract } from '#contract/admin/till.ts'
import type { placeWalkInBooking } from '#contract/admin/walk-ins.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { DeskMethod } from '#domain/payment.ts'
import type { App } from '#server/app.ts'
import { createWalkInBooking } from '#server/desk/walk-ins.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { saveCashUp } from '#server/till/cash-ups.ts'
import { dayPass, granted, newKey } from './orders.ts'

export const HUB = 'dhobighat-hub'
export const TILL_DATE = '2026-12-01'
/** Paisa of the day pass that `sellAtDesk` sells. */
export const SALE = 50_000

export type Count = Partial<Input<typeof saveContract>>

export const sellAtDesk = async (
  app: App,
  by: Staff,
  method: DeskMethod,
  reference = newKey(),
): Promise<Output<typeof placeWalkInBooking>> =>
  granted(
    await createWalkInBooking(
      app,
      by,
      {
        ...dayPass({ locationId: HUB, startDate: '2026-12-10' }),
        contactInfo: { firstName: 'Nisha', lastName: '', email: '', phone: '9841234567' },
        ...{ paid: method, totalAmount: SALE },
        ...(method !== 'cash' && { reference }),
      },
      newKey(),
    ),
  )

/** Saves the first count of a till with this much cash and nothing else. */
export const countTill = (app: App, by: Staff, cash: number, over: Count = {}) =>
  saveCashUp(app, by, {
    ...{ locationId: HUB, date: TILL_DATE, version: 0, opening: 0, banked: 0 },
    counted: { cash, counter_qr: 0, card_terminal: 0 },
    ...over,
  })
