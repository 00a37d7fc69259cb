import { listOwnBills } from '#contract/own-bills.ts'
import { readOwnBills } from '#server/bills/own-bills.ts'
import { handle, resource } from '#server/endpoint.ts'

export const ALL = resource(handle(listOwnBills, ({ app, params, bearer }) => readOwnBills(app, params.id, bearer)))
