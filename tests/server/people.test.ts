import { describe, expect, test } from 'vitest'
import { changePassword } from '#server/staff/account.ts'
import {
  createPasswordLink,
  deleteOldInvitations,
  INVITATION_HOURS,
  invite,
  join,
  resetOwnerPassword,
  viewInvitation,
  withdrawInvitation,
} from '#server/staff/invitations.ts'
import { changePerson, readPeople, resetTwoFactor } from '#server/staff/people.ts'
import { findSessionEnd } from '#server/staff/session-ends.ts'
import { signIn } from '#server/staff/sign-in.ts'
import { HOUR, mailsTo, rows, stored, type TestApp, withApp } from '../support/app.ts'
import { account, colleague, invited, staffOfDesk, withTwoFactor } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, refusalOf } from '../support/orders.ts'
import { STAFF } from '../support/staff.ts'

const DESK = 'desk@chautari.example'
const PASSWORD = 'mango lizard umbrella quartz'
const from = { address: '192.0.2.1', device: '', userAgent: '' }

describe.each(ENGINES)('people on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const deeds = async () =>
    (await rows(app.db.read, 'audit'))
      .toSorted((a, b) => a.position - b.position)
      .map(({ action, actor, label, before, after }) => ({ action, actor, label, before, after }))
  const enter = (email: string, password: string) => signIn(app, { email, password }, from)
  async function scene() {
    await account(app)
    const id = await colleague(app)
    return { owner: await staffOfDesk(app), id }
  }

  describe('an invitation', () => {
    test('makes an account with the rights that were given, once', async () => {
      await account(app)
      const { token, link, invitation } = await invited(app)
      expect(link).toMatch(/^http:\/\/localhost:4321\/admin\/join#[\w-]{43}$/)
      expect(granted(await viewInvitation(app, token))).toEqual({
        email: DESK,
        name: '',
        role: 'desk',
        forAccount: false,
      })
      const given = { token, name: 'Sushma Rai', password: PASSWORD }
      const joined = await Promise.all([join(app, given), join(app, given), join(app, given)])
      expect(joined.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { email: DESK } }])
      const { session } = granted(await enter(DESK, PASSWORD))
      expect(session).toMatchObject({ name: 'Sushma Rai', role: 'desk', workplaces: ['kausimaa'] })
      // Whoever did not hear that they are in asks again.
      expect(refusalOf(await join(app, given)).message).toContain('sign in with that')
      expect(refusalOf(await viewInvitation(app, token)).code).toBe('not_found')
      expect(await rows(app.db.read, 'invitations')).toEqual([])
      expect(await deeds()).toMatchObject([
        { action: 'staff_invited', actor: STAFF.email, label: DESK },
        { action: 'staff_joined', actor: DESK, label: DESK },
      ])
      expect(invitation.expired).toBe(false)
    })

    test('is mailed with its link, of which only the digest is kept beside the mail', async () => {
      await account(app)
      const { token } = await invited(app)
      expect(await mailsTo(app, DESK)).toEqual([`${STAFF.email} invites you to the staff area of Chautari`])
      const { mails, ...others } = await stored(app)
      expect(JSON.stringify(mails)).toContain(token)
      expect(JSON.stringify(others)).not.toContain(token)
    })

    test('is over after 72 hours', async () => {
      await account(app)
      const { token } = await invited(app)
      app.clock.advance(INVITATION_HOURS * HOUR - 1)
      granted(await viewInvitation(app, token))
      app.clock.advance(1)
      expect(refusalOf(await viewInvitation(app, token)).code).toBe('not_found')
      expect(refusalOf(await join(app, { token, name: 'X', password: PASSWORD })).code).toBe('not_found')
      const { invitations } = granted(await readPeople(app, await staffOfDesk(app)))
      expect(invitations).toMatchObject([{ email: DESK, expired: true }])
      app.clock.advance(30 * 24 * HOUR)
      await deleteOldInvitations(app)
      expect(await rows(app.db.read, 'invitations')).toHaveLength(1)
      app.clock.advance(1)
      await deleteOldInvitations(app)
      expect(await rows(app.db.read, 'invitations')).toEqual([])
    })

    test('made again takes the place of the first; withdrawn it is worth nothing', async () => {
      await account(app)
      const [first, second] = [await invited(app), await invited(app)]
      expect(refusalOf(await viewInvitation(app, first.token)).code).toBe('not_found')
      granted(await viewInvitation(app, second.token))
      const owner = await staffOfDesk(app)
      const { invitationId } = second.invitation
      granted(await withdrawInvitation(app, owner, invitationId))
      expect(refusalOf(await viewInvitation(app, second.token)).code).toBe('not_found')
      expect(refusalOf(await withdrawInvitation(app, owner, invitationId)).code).toBe('not_found')
    })

    test.each([
      ['no address', 'nobody'],
      ['the address of an account, in any case', ` ${DESK.toUpperCase()} `],
    ])('is refused for %s', async (_, email) => {
      const { owner } = await scene()
      const before = await stored(app)
      expect(refusalOf(await invite(app, owner, { email, role: 'desk', workplaces: null })).fields).toHaveProperty(
        'email',
      )
      expect(await stored(app)).toEqual(before)
    })

    test.each(['short', 'passwordpassword', `${DESK} desk`, 'Sushma Rai Sushma'])(
      'takes no password like %s',
      async (password) => {
        await account(app)
        const { token } = await invited(app)
        const before = await stored(app)
        expect(refusalOf(await join(app, { token, name: 'Sushma Rai', password })).fields).toHaveProperty('password')
        expect(await stored(app)).toEqual(before)
      },
    )

    test('binds only the front desk to places', async () => {
      await account(app)
      const owner = await staffOfDesk(app)
      const made = granted(await invite(app, owner, { email: DESK, role: 'manager', workplaces: ['kausimaa'] }))
      expect(made.invitation.workplaces).toBeNull()
    })
  })

  describe('a link for a new password', () => {
    test('gives the account a new one, ends its sessions, and leaves its rights and second factor', async () => {
      const { owner, id } = await scene()
      await withTwoFactor(app, id)
      await staffOfDesk(app, DESK)
      const { link } = granted(await createPasswordLink(app, owner, id))
      const token = new URL(link).hash.slice(1)
      expect(refusalOf(await enter(DESK, STAFF.password)).code).toBe('code_needed')
      expect(granted(await viewInvitation(app, token))).toMatchObject({ email: DESK, role: 'desk', forAccount: true })
      granted(await join(app, { token, name: 'Sushma', password: PASSWORD }))
      expect((await rows(app.db.read, 'sessions')).filter(({ staff_id }) => staff_id === id)).toEqual([])
      expect(refusalOf(await enter(DESK, STAFF.password)).code).toBe('invalid_credentials')
      expect(refusalOf(await enter(DESK, PASSWORD)).code).toBe('code_needed')
    })

    test('made at the machine lets an owner in again, without the second factor, and stands in the audit', async () => {
      const { id } = await scene()
      await withTwoFactor(app, (await staffOfDesk(app)).id)
      const link = (await resetOwnerPassword(app, ` ${STAFF.email.toUpperCase()}`)) ?? ''
      granted(await join(app, { token: new URL(link).hash.slice(1), name: 'Anita', password: PASSWORD }))
      granted(await enter(STAFF.email, PASSWORD))
      expect((await deeds()).slice(1).map(({ action, actor }) => [action, actor])).toEqual([
        ['two_factor_reset', null],
        ['password_linked', null],
        ['password_changed', STAFF.email],
      ])
      expect(await resetOwnerPassword(app, DESK)).toBeUndefined()
      expect(await resetOwnerPassword(app, 'nobody@chautari.example')).toBeUndefined()
      expect((await rows(app.db.read, 'invitations')).filter(({ staff_id }) => staff_id === id)).toEqual([])
    })

    test('is over once the account is disabled, or its owner has changed the password', async () => {
      const { owner, id } = await scene()
      const link = async () => new URL(granted(await createPasswordLink(app, owner, id)).link).hash.slice(1)
      const first = await link()
      granted(
        await changePassword(app, await staffOfDesk(app, DESK), { current: STAFF.password, password: PASSWORD }, from),
      )
      expect(refusalOf(await viewInvitation(app, first)).code).toBe('not_found')
      const second = await link()
      granted(await changePerson(app, owner, id, { version: 1, disabled: true }))
      expect(refusalOf(await viewInvitation(app, second)).code).toBe('not_found')
      expect(refusalOf(await createPasswordLink(app, owner, id)).code).toBe('not_found')
    })
  })

  describe('an account', () => {
    test('gets other rights, with old and new in the audit', async () => {
      const { owner, id } = await scene()
      const wanted = { version: 1, workplaces: ['kausimaa'] as ['kausimaa'] }
      expect(granted(await changePerson(app, owner, id, wanted))).toMatchObject({
        workplaces: ['kausimaa'],
        version: 2,
      })
      granted(await changePerson(app, owner, id, { version: 2, role: 'manager' }))
      expect(await deeds()).toEqual([
        {
          action: 'staff_changed',
          actor: STAFF.email,
          label: DESK,
          before: '{"workplaces":null}',
          after: '{"workplaces":["kausimaa"]}',
        },
        {
          action: 'staff_changed',
          actor: STAFF.email,
          label: DESK,
          before: '{"role":"desk","workplaces":["kausimaa"]}',
          after: '{"role":"manager","workplaces":null}',
        },
      ])
    })

    test('is not changed by who has not seen what it is now, and not noted where nothing changes', async () => {
      const { owner, id } = await scene()
      granted(await changePerson(app, owner, id, { version: 1, role: 'manager' }))
      const so = async () => [(await rows(app.db.read, 'staff')).find((row) => row.id === id), await deeds()]
      const before = await so()
      expect(refusalOf(await changePerson(app, owner, id, { version: 1, role: 'owner' }))).toMatchObject({
        code: 'changed_meanwhile',
        current: { role: 'manager', version: 2 },
      })
      granted(await changePerson(app, owner, id, { version: 2, role: 'manager' }))
      expect(await so()).toEqual(before)
    })

    test('of two who change it at once, one is told', async () => {
      const { owner, id } = await scene()
      const outcomes = await Promise.all(
        (['manager', 'owner'] as const).map((role) => changePerson(app, owner, id, { version: 1, role })),
      )
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
      expect(outcomes.flatMap((outcome) => (outcome.ok ? [] : outcome.failure.code))).toEqual(['changed_meanwhile'])
    })

    test('disabled it is out at once, with what it has open, and comes back with its password', async () => {
      const { owner, id } = await scene()
      const there = await staffOfDesk(app, DESK)
      granted(await changePerson(app, owner, id, { version: 1, disabled: true }))
      expect(await findSessionEnd(app.db.read, there.tokenHash)).toBe('disabled')
      expect((await rows(app.db.read, 'staff_events')).map(({ kind }) => kind)).toContain('staff_update')
      expect((await rows(app.db.read, 'sessions')).map(({ staff_id }) => staff_id)).not.toContain(id)
      expect(refusalOf(await enter(DESK, STAFF.password)).code).toBe('invalid_credentials')
      granted(await changePerson(app, owner, id, { version: 2, disabled: false }))
      granted(await enter(DESK, STAFF.password))
      expect((await deeds()).map(({ action }) => action)).toEqual(['staff_disabled', 'staff_enabled'])
    })

    test('is never changed by its own owner', async () => {
      const { owner } = await scene()
      const before = await stored(app)
      const wanted = [{ role: 'desk' as const }, { disabled: true }, { workplaces: null }]
      for (const change of wanted)
        expect(refusalOf(await changePerson(app, owner, owner.id, { version: 1, ...change })).code).toBe('forbidden')
      expect(refusalOf(await resetTwoFactor(app, owner, owner.id)).code).toBe('forbidden')
      expect(await stored(app)).toEqual(before)
    })

    test('of two owners who take each other’s rights at once, one stays', async () => {
      for (let round = 0; round < 5; round++) {
        await app.empty()
        const one = await account(app)
        const two = await colleague(app, 'owner')
        const [a, b] = [await staffOfDesk(app), await staffOfDesk(app, DESK)]
        const outcomes = await Promise.all([
          changePerson(app, a, two, { version: 1, disabled: true }),
          changePerson(app, b, one, { version: 1, role: 'desk' }),
        ])
        expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
        const owners = (await rows(app.db.read, 'staff')).filter((row) => row.role === 'owner' && !row.disabled_at)
        expect(owners).toHaveLength(1)
      }
    })

    test('without telephone gets in again once its second factor is reset', async () => {
      const { owner, id } = await scene()
      await withTwoFactor(app, id)
      expect(granted(await readPeople(app, owner)).people.map(({ twoFactor }) => twoFactor)).toContain(true)
      expect(granted(await resetTwoFactor(app, owner, id)).twoFactor).toBe(false)
      granted(await enter(DESK, STAFF.password))
      expect(await mailsTo(app, DESK)).toContain('Two-factor sign-in was reset')
      expect(refusalOf(await resetTwoFactor(app, owner, id)).code).toBe('not_found')
    })
  })
})
