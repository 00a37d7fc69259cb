import { acceptInvitation, readInvitation } from '#contract/admin/invitations.ts'
import {
  changePerson,
  createPasswordLink,
  invite,
  listPeople,
  resetTwoFactor,
  withdrawInvitation,
} from '#contract/admin/people.ts'
import { colleague, invited, withTwoFactor } from '../../support/staff-accounts.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

const joining = { name: 'Sushma Rai', password: 'mango lizard umbrella quartz' }

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(listPeople),
  validCall(invite, { body: { email: 'desk@chautari.example', role: 'desk', workplaces: ['kausimaa'] } }),
  validCall(changePerson, async (app) => ({ id: await colleague(app), body: { version: 1, role: 'manager' } })),
  validCall(resetTwoFactor, async (app) => {
    const id = await colleague(app)
    await withTwoFactor(app, id)
    return { id }
  }),
  validCall(createPasswordLink, async (app) => ({ id: await colleague(app) })),
  validCall(withdrawInvitation, async (app) => ({ id: (await invited(app)).invitation.invitationId })),
  validCall(readInvitation, async (app) => ({ body: { token: (await invited(app)).token } })),
  validCall(acceptInvitation, async (app) => ({ body: { token: (await invited(app)).token, ...joining } })),
]
