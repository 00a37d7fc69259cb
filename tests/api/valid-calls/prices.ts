import { readPriceHistory, readPriceList, savePrices, undoPrices } from '#contract/admin/prices.ts'
import { publish, readPublishing } from '#contract/admin/publishing.ts'
import { readShownPrices } from '#contract/prices.ts'
import { edit } from '../../support/prices.ts'
import { signedInStaff } from '../../support/staff-accounts.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

const changes = { 'kausimaa/explorer/daily': 45_000, 'kausimaa/professional/weekly': null }

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readShownPrices, readPriceList, readPriceHistory, readPublishing),
  validCall(savePrices, { body: { version: 0, changes } }),
  validCall(undoPrices, async (app) => {
    const { version } = await edit(app, await signedInStaff(app), changes)
    return { body: { version } }
  }),
  validCall(publish, async (app) => {
    app.deployHook = async () => 201
    return { body: {} }
  }),
]
