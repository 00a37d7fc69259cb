import type { PriceList } from '#contract/admin/prices.ts'
import type { App } from '#server/app.ts'
import { changePrices, readPrices } from '#server/prices/revisions.ts'
import type { Staff } from '#server/staff/sessions.ts'
import type { TestApp } from './app.ts'
import { granted } from './orders.ts'
import { account, signedInStaff } from './staff-accounts.ts'

export async function manager(app: TestApp): Promise<Staff> {
  await account(app, 'manager')
  return signedInStaff(app)
}

/** Saves prices in paisa. */
export async function edit(app: App, by: Staff, changes: Record<string, number | null>): Promise<PriceList> {
  const { version } = granted(await readPrices(app))
  return granted(await changePrices(app, by, { version, changes }))
}
