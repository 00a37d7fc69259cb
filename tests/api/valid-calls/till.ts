import { saveHandover } from '#contract/admin/handover.ts'
import { approveCashUp, readCashUps, saveCashUp } from '#contract/admin/till.ts'
import { saveCashUp as save } from '#server/till/cash-ups.ts'
import { granted } from '../../support/orders.ts'
import { staffMember } from '../../support/staff-member.ts'
import { type ValidCall, validCall } from './valid-call.ts'

const DAY = { locationId: 'dhobighat-hub', date: '2026-12-01' }
const COUNT = {
  ...{ ...DAY, version: 0, opening: 0, banked: 0 },
  counted: { cash: 50_000, counter_qr: 0, card_terminal: 0 },
}

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(readCashUps, { query: { location: DAY.locationId, date: DAY.date } }),
  validCall(saveHandover, { body: { ...DAY, version: 0, body: 'The printer is broken.' } }),
  validCall(saveCashUp, { body: COUNT }),
  validCall(approveCashUp, async (app) => {
    const desk = await staffMember(app, 'desk')
    granted(await save(app, desk, { ...COUNT, reason: 'Found in the drawer', signedName: 'Nisha' }))
    return { body: { ...DAY, staffId: desk.id, version: 1 } }
  }),
]
