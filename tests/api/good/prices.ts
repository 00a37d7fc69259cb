import { readPriceHistory, readPriceList, savePrices, undoPrices } from '#contract/admin/prices.ts'
import { publish, readPublishing } from '#contract/admin/publishing.ts'
import { readShownPrices } from '#contract/prices.ts'
import { owner } from '../../support/desk.ts'
import { OWN } from '../../support/requests.ts'
import type { Good } from './good.ts'

const changes = { 'kausimaa/explorer/daily': 45_000, 'kausimaa/professional/weekly': null }

export const GOOD: readonly Good[] = [
  [readShownPrices, async () => ({})],
  ...[readPriceList, readPriceHistory, readPublishing].map(
    (contract): Good => [contract, async (app) => (await owner(app)).sent],
  ),
  [savePrices, async (app) => ({ ...(await owner(app)).sent, body: { version: 0, changes } })],
  [
    undoPrices,
    async (app) => {
      const visitor = await owner(app)
      await visitor.send(savePrices, { body: { version: 0, changes }, headers: OWN })
      return { ...visitor.sent, body: { version: 1 } }
    },
  ],
  [
    publish,
    async (app) => {
      app.deployHook = async () => 201
      return { ...(await owner(app)).sent, body: {} }
    },
  ],
]
