import type { PriceList } from '#contract/admin/prices.ts'
import type { App } from '#server/app.ts'
import { changePrices, readPrices } from '#server/prices/revisions.ts'
import type { Staff } from '#server/staff/sessions.ts'
import type { TestApp } from './app.ts'
import { account, staffOfDesk } from './desk.ts'
import { granted } from './orders.ts'

/** Somebody who may change prices. */
export async function manager(app: TestApp): Promise<Staff> {
  await account(app, 'manager')
  return staffOfDesk(app)
}

/** Saves prices in paisa over those that hold, whichever they are. */
export async function edit(app: App, by: Staff, changes: Record<string, number | null>): Promise<PriceList> {
  const { version } = granted(await readPrices(app))
  return granted(await changePrices(app, by, { version, changes }))
}
