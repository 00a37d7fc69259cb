import { acceptInvitation, readInvitation } from '#contract/admin/invitations.ts'
import {
  changePerson,
  createPasswordLink,
  invite,
  listPeople,
  resetTwoFactor,
  withdrawInvitation,
} from '#contract/admin/people.ts'
import type { TestApp } from '../../support/app.ts'
import { colleague, invited, owner, withTwoFactor } from '../../support/desk.ts'
import type { Sent } from '../../support/requests.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  [listPeople, async (app) => (await owner(app)).sent],
  [
    invite,
    async (app) => ({
      ...(await owner(app)).sent,
      body: { email: 'desk@chautari.example', role: 'desk', workplaces: ['kausimaa'] },
    }),
  ],
  [changePerson, async (app) => ({ ...(await besideOwner(app)), body: { version: 1, role: 'manager' } })],
  [
    resetTwoFactor,
    async (app) => {
      const sent = await besideOwner(app)
      await withTwoFactor(app, sent.id)
      return sent
    },
  ],
  [createPasswordLink, besideOwner],
  [
    withdrawInvitation,
    async (app) => {
      const { sent } = await owner(app)
      const { invitation } = await invited(app)
      return { ...sent, id: invitation.invitationId }
    },
  ],
  [readInvitation, async (app) => ({ body: { token: await linked(app) } })],
  [
    acceptInvitation,
    async (app) => ({
      body: { token: await linked(app), name: 'Sushma Rai', password: 'mango lizard umbrella quartz' },
    }),
  ],
]

async function besideOwner(app: TestApp): Promise<Sent & { id: string }> {
  const { sent } = await owner(app)
  return { ...sent, id: await colleague(app) }
}

async function linked(app: TestApp): Promise<string> {
  await owner(app)
  return (await invited(app)).token
}
