import { beforeEach, describe, expect, test } from 'vitest'
import { deleteOldRows } from '#server/retention.ts'
import { changePassword } from '#server/staff/account.ts'
import {
  createPasswordLink,
  INVITATION_HOURS,
  invite,
  join,
  resetOwnerPassword,
  viewInvitation,
  withdrawInvitation,
} from '#server/staff/invitations.ts'
import { changePerson, readPeople, resetTwoFactor } from '#server/staff/people.ts'
import type { Staff } from '#server/staff/sessions.ts'
import { signIn } from '#server/staff/sign-in.ts'
import { auditEntries, describeOnEachEngine, emailsTo, HOUR, rows, stored } from '../../support/app.ts'
import { failureOf, granted } from '../../support/orders.ts'
import { codeOf, rejection, runAfter } from '../../support/outcomes.ts'
import { STAFF } from '../../support/staff.ts'
import { account, colleague, invited, signedInStaff, withTwoFactor } from '../../support/staff-accounts.ts'

const DESK = 'desk@chautari.example'
const PASSWORD = 'mango lizard umbrella quartz'
const from = { address: '192.0.2.1', device: '', userAgent: '' }

describeOnEachEngine('people on %s', (app) => {
  const entries = async () =>
    (await auditEntries(app)).map(({ action, actor, label, before, after }) => ({
      action,
      actor,
      label,
      before,
      after,
    }))
  const enter = (email: string, password: string) => signIn(app, { email, password }, from)
  let owner: Staff
  beforeEach(async () => {
    await account(app)
    owner = await signedInStaff(app)
  })

  describe('an invitation', () => {
    test('creates an account with the invited rights, once', async () => {
      const { token, link, invitation } = await invited(app)
      expect(link).toMatch(/^http:\/\/localhost:4321\/admin\/join#[\w-]{43}$/)
      const invitee = { email: DESK, name: '', role: 'desk', forAccount: false }
      expect(granted(await viewInvitation(app, token))).toEqual(invitee)
      const body = { token, name: 'Sushma Rai', password: PASSWORD }
      const joined = await Promise.all([join(app, body), join(app, body), join(app, body)])
      expect(joined.filter(({ ok }) => ok)).toEqual([{ ok: true, value: { email: DESK } }])
      const { session } = granted(await enter(DESK, PASSWORD))
      expect(session).toMatchObject({ name: 'Sushma Rai', role: 'desk', workplaces: ['kausimaa'] })
      // After a lost response, a repeated request names the existing account.
      expect(failureOf(await join(app, body)).message).toContain('sign in with it')
      expect(codeOf(await viewInvitation(app, token))).toBe('not_found')
      expect(await rows(app.db.read, 'invitations')).toEqual([])
      expect(await entries()).toMatchObject([
        { action: 'staff_invited', actor: STAFF.email, label: DESK },
        { action: 'staff_joined', actor: DESK, label: DESK },
      ])
      expect(invitation.expired).toBe(false)
    })

    test('is emailed with its link, of which only the token’s hash is stored', async () => {
      const { token } = await invited(app)
      expect(await emailsTo(app, DESK)).toEqual([`${STAFF.email} invites you to the staff area of Chautari`])
      const { emails, ...others } = await stored(app)
      expect(JSON.stringify(emails)).toContain(token)
      expect(JSON.stringify(others)).not.toContain(token)
    })

    test('expires after 72 hours', async () => {
      const { token } = await invited(app)
      app.clock.advance(INVITATION_HOURS * HOUR - 1)
      granted(await viewInvitation(app, token))
      app.clock.advance(1)
      expect(codeOf(await viewInvitation(app, token))).toBe('not_found')
      expect(codeOf(await join(app, { token, name: 'X', password: PASSWORD }))).toBe('not_found')
      const { invitations } = granted(await readPeople(app, await signedInStaff(app)))
      expect(invitations).toMatchObject([{ email: DESK, expired: true }])
      await runAfter(app, 30 * 24 * HOUR, deleteOldRows)
      expect(await rows(app.db.read, 'invitations')).toHaveLength(1)
      await runAfter(app, 1, deleteOldRows)
      expect(await rows(app.db.read, 'invitations')).toEqual([])
    })

    test('is replaced by a second invitation, and invalid once withdrawn', async () => {
      const [first, second] = [await invited(app), await invited(app)]
      expect(codeOf(await viewInvitation(app, first.token))).toBe('not_found')
      granted(await viewInvitation(app, second.token))
      const { invitationId } = second.invitation
      granted(await withdrawInvitation(app, owner, invitationId))
      expect(codeOf(await viewInvitation(app, second.token))).toBe('not_found')
      expect(codeOf(await withdrawInvitation(app, owner, invitationId))).toBe('not_found')
    })

    test.each([
      ['no email address', 'unknown'],
      ['the email address of an account, in any case', ` ${DESK.toUpperCase()} `],
    ])('is rejected for %s', async (_, email) => {
      await colleague(app)
      const wanted = { email, role: 'desk', workplaces: null } as const
      expect((await rejection(app, () => invite(app, owner, wanted))).fields).toHaveProperty('email')
    })

    test.each(['short', 'passwordpassword', `${DESK} desk`, 'Sushma Rai Sushma'])(
      'rejects a password like %s',
      async (password) => {
        const { token } = await invited(app)
        expect((await rejection(app, () => join(app, { token, name: 'Sushma Rai', password }))).fields).toHaveProperty(
          'password',
        )
      },
    )

    test('limits only the front desk to locations', async () => {
      const made = granted(await invite(app, owner, { email: DESK, role: 'manager', workplaces: ['kausimaa'] }))
      expect(made.invitation.workplaces).toBeNull()
    })
  })

  describe('a link for a new password', () => {
    test('changes the password and ends the sessions, not rights or second factor', async () => {
      const id = await colleague(app)
      await withTwoFactor(app, id)
      await signedInStaff(app, DESK)
      const { link } = granted(await createPasswordLink(app, owner, id))
      const token = new URL(link).hash.slice(1)
      expect(codeOf(await enter(DESK, STAFF.password))).toBe('code_needed')
      expect(granted(await viewInvitation(app, token))).toMatchObject({ email: DESK, role: 'desk', forAccount: true })
      granted(await join(app, { token, name: 'Sushma', password: PASSWORD }))
      expect((await rows(app.db.read, 'sessions')).filter(({ staff_id }) => staff_id === id)).toEqual([])
      expect(codeOf(await enter(DESK, STAFF.password))).toBe('invalid_credentials')
      expect(codeOf(await enter(DESK, PASSWORD))).toBe('code_needed')
    })

    test('readmits an owner without the second factor when created by command, with audit entries', async () => {
      const id = await colleague(app)
      await withTwoFactor(app, (await signedInStaff(app)).id)
      const link = (await resetOwnerPassword(app, ` ${STAFF.email.toUpperCase()}`)) ?? ''
      granted(await join(app, { token: new URL(link).hash.slice(1), name: 'Anita', password: PASSWORD }))
      granted(await enter(STAFF.email, PASSWORD))
      expect((await entries()).slice(1).map(({ action, actor }) => [action, actor])).toEqual([
        ['two_factor_reset', null],
        ['password_linked', null],
        ['password_changed', STAFF.email],
      ])
      expect(await resetOwnerPassword(app, DESK)).toBeUndefined()
      expect(await resetOwnerPassword(app, 'unknown@chautari.example')).toBeUndefined()
      expect((await rows(app.db.read, 'invitations')).filter(({ staff_id }) => staff_id === id)).toEqual([])
    })

    test('expires when the account is disabled or its password changed', async () => {
      const id = await colleague(app)
      const link = async () => new URL(granted(await createPasswordLink(app, owner, id)).link).hash.slice(1)
      const first = await link()
      const passwords = { current: STAFF.password, password: PASSWORD }
      granted(await changePassword(app, await signedInStaff(app, DESK), passwords, from))
      expect(codeOf(await viewInvitation(app, first))).toBe('not_found')
      const second = await link()
      granted(await changePerson(app, owner, id, { version: 1, disabled: true }))
      expect(codeOf(await viewInvitation(app, second))).toBe('not_found')
      expect(codeOf(await createPasswordLink(app, owner, id))).toBe('not_found')
    })
  })

  describe('an account', () => {
    test('gets new rights, with old and new in the audit log', async () => {
      const id = await colleague(app)
      const wanted = { version: 1, workplaces: ['kausimaa'] as ['kausimaa'] }
      expect(granted(await changePerson(app, owner, id, wanted))).toMatchObject({ ...wanted, version: 2 })
      granted(await changePerson(app, owner, id, { version: 2, role: 'manager' }))
      const changed = { action: 'staff_changed', actor: STAFF.email, label: DESK }
      const managed = '{"role":"manager","workplaces":null}'
      expect(await entries()).toEqual([
        { ...changed, before: '{"workplaces":null}', after: '{"workplaces":["kausimaa"]}' },
        { ...changed, before: '{"role":"desk","workplaces":["kausimaa"]}', after: managed },
      ])
    })

    test('rejects an edit of an old version, and records nothing for an edit without changes', async () => {
      const id = await colleague(app)
      granted(await changePerson(app, owner, id, { version: 1, role: 'manager' }))
      const state = async () => [(await rows(app.db.read, 'staff')).find((row) => row.id === id), await entries()]
      const before = await state()
      expect(failureOf(await changePerson(app, owner, id, { version: 1, role: 'owner' }))).toMatchObject({
        code: 'changed_meanwhile',
        current: { role: 'manager', version: 2 },
      })
      granted(await changePerson(app, owner, id, { version: 2, role: 'manager' }))
      expect(await state()).toEqual(before)
    })

    test('returns changed_meanwhile to the second of two concurrent edits', async () => {
      const id = await colleague(app)
      const roles = ['manager', 'owner'] as const
      const outcomes = await Promise.all(roles.map((role) => changePerson(app, owner, id, { version: 1, role })))
      expect(outcomes.map(codeOf).toSorted()).toEqual(['changed_meanwhile', 'ok'])
    })

    test('is signed out everywhere when disabled, and has the same password when enabled', async () => {
      const id = await colleague(app)
      const session = await signedInStaff(app, DESK)
      granted(await changePerson(app, owner, id, { version: 1, disabled: true }))
      expect(await rows(app.db.read, 'session_ends')).toMatchObject([
        { token_hash: session.tokenHash, reason: 'disabled' },
      ])
      expect((await rows(app.db.read, 'staff_events')).map(({ kind }) => kind)).toContain('staff_update')
      expect((await rows(app.db.read, 'sessions')).map(({ staff_id }) => staff_id)).not.toContain(id)
      expect(codeOf(await enter(DESK, STAFF.password))).toBe('invalid_credentials')
      granted(await changePerson(app, owner, id, { version: 2, disabled: false }))
      granted(await enter(DESK, STAFF.password))
      expect((await entries()).map(({ action }) => action)).toEqual(['staff_disabled', 'staff_enabled'])
    })

    test('cannot change its own rights', async () => {
      await colleague(app)
      const before = await stored(app)
      const wanted = [{ role: 'desk' as const }, { disabled: true }, { workplaces: null }]
      for (const change of wanted)
        expect(codeOf(await changePerson(app, owner, owner.id, { version: 1, ...change }))).toBe('forbidden')
      expect(codeOf(await resetTwoFactor(app, owner, owner.id))).toBe('forbidden')
      expect(await stored(app)).toEqual(before)
    })

    test('remains an owner for one of two owners who disable each other at once', async () => {
      for (let round = 0; round < 5; round++) {
        await app.empty()
        const one = await account(app)
        const two = await colleague(app, 'owner')
        const [a, b] = [await signedInStaff(app), await signedInStaff(app, DESK)]
        const outcomes = await Promise.all([
          changePerson(app, a, two, { version: 1, disabled: true }),
          changePerson(app, b, one, { version: 1, role: 'desk' }),
        ])
        expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
        const owners = (await rows(app.db.read, 'staff')).filter((row) => row.role === 'owner' && !row.disabled_at)
        expect(owners).toHaveLength(1)
      }
    })

    test('signs in without a code once its second factor is reset', async () => {
      const id = await colleague(app)
      await withTwoFactor(app, id)
      expect(granted(await readPeople(app, owner)).people.map(({ twoFactor }) => twoFactor)).toContain(true)
      expect(granted(await resetTwoFactor(app, owner, id)).twoFactor).toBe(false)
      granted(await enter(DESK, STAFF.password))
      expect(await emailsTo(app, DESK)).toContain('Two-factor sign-in was reset')
      expect(codeOf(await resetTwoFactor(app, owner, id))).toBe('not_found')
    })
  })
})
