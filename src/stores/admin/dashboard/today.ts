import type { readToday as contract } from '#contract/admin/today.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffLedger } from '../ledger.ts'
import { createResource } from '../resource.ts'

export type Today = Output<typeof contract>
export type LocationToday = Today['locations'][number]

export const { $resource: $today, read: readToday } = createResource('today', () => staffLedger.today({}))
