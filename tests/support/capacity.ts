import type { Capacity, changeSeats, createBlock } from '#contract/admin/capacity.ts'
import type { Input } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import { insertBlock, saveSeats } from '#server/desk/capacity.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { granted, newKey } from './orders.ts'

/** Five seats of Dhobighat Hub on Thursday 10 December 2026. */
export const block = (changes: Partial<Input<typeof createBlock>> = {}): Input<typeof createBlock> => ({
  locationId: 'dhobighat-hub',
  from: '2026-12-10',
  to: '2026-12-10',
  seats: 5,
  reason: 'Wiring',
  ...changes,
})

export const blocked = async (
  app: App,
  by: Staff,
  changes: Partial<Input<typeof createBlock>> = {},
): Promise<Capacity> => granted(await insertBlock(app, by, block(changes), newKey()))

/** From Thursday 10 December 2026 on. */
export const seatChange = (seats: number, from = '2026-12-10'): Input<typeof changeSeats> => ({
  locationId: 'dhobighat-hub',
  from,
  seats,
  reason: 'New desks',
})

export const resized = async (app: App, by: Staff, seats: number, from?: string): Promise<Capacity> =>
  granted(await saveSeats(app, by, seatChange(seats, from)))
