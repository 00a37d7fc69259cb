import { markClosureBooking, readClosureList, saveClosures } from '#contract/admin/closures.ts'
import { readClosures } from '#contract/closures.ts'
import { closureEntry, saveClosed } from '../../support/closures.ts'
import { dayPass, placed } from '../../support/orders.ts'
import { signedInStaff } from '../../support/staff-accounts.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readClosures, readClosureList),
  validCall(saveClosures, { body: { version: 0, closures: [closureEntry()] } }),
  validCall(markClosureBooking, async (app) => {
    const { bookingId } = await placed(app, dayPass())
    const { closures } = await saveClosed(app, await signedInStaff(app), [closureEntry()])
    return { id: bookingId, body: { closureId: closures[0]?.id, handled: true } }
  }),
]
