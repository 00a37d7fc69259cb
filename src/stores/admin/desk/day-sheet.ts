import type { readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Output } from '#contract/endpoint.ts'
import { staffLedger } from '../ledger.ts'
import { createLocationDay } from './location-day.ts'

export type Sheet = Output<typeof readDaySheet>

export const daySheet = createLocationDay<Sheet>((day) => staffLedger.daySheet(day))
