import { changeSeats, createBlock, readCapacity, removeBlock } from '#contract/admin/capacity.ts'
import { block, blocked, seatChange } from '../../support/capacity.ts'
import { signedInStaff } from '../../support/staff-accounts.ts'
import { type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  validCall(readCapacity, { query: { location: 'kausimaa' } }),
  validCall(changeSeats, { body: seatChange(20) }),
  validCall(createBlock, { body: block() }),
  validCall(removeBlock, async (app) => {
    const { blocks } = await blocked(app, await signedInStaff(app))
    return { id: blocks[0]?.id ?? '' }
  }),
]
