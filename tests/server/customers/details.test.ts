import { beforeEach, describe, expect, test } from 'vitest'
import { changeOwnDetails, resendConfirmation } from '#server/customers/details.ts'
import { updateCustomer } from '#server/desk/booking-edits.ts'
import { cancel } from '#server/desk/cancellation.ts'
import { LIMITS } from '#server/throttle/in-process.ts'
import {
  auditEntries,
  describeOnEachEngine,
  emailsTo,
  execute,
  expectNothingStored,
  MINUTE,
  rows,
} from '../../support/app.ts'
import { bookingRow, granted, newKey, order, type Placed, placed, transitionTo } from '../../support/orders.ts'
import { atOnce, codeOf, rejection, versionOf } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { staffMember } from '../../support/staff-member.ts'

const AARATI = 'aarati@example.com'

describeOnEachEngine('the details of a booking on %s', (app) => {
  let own: { id: string; secret: string }
  const credentials = ({ bookingId: id, secret }: Placed) => ({ id, secret })
  beforeEach(async () => {
    own = credentials(await paidBooking(app))
  })
  const change = (input: Parameters<typeof changeOwnDetails>[2], key = newKey()) =>
    changeOwnDetails(app, own, input, key)
  const resend = (key = newKey()) => resendConfirmation(app, own, key)

  test('are changed by the customer, normalised as in the wizard, with an audit entry', async () => {
    const before = await bookingRow(app, own.id)
    const view = granted(
      await change({ phone: ' 984-1111111 ', company: 'Sagarmatha\nStudio', notes: ' By the window ' }),
    )
    expect(view).toMatchObject({
      contact: { ...order().contactInfo, phone: '+9779841111111', company: 'Sagarmatha Studio' },
      notes: 'By the window',
    })
    expect(await bookingRow(app, own.id)).toMatchObject({
      version: before.version + 1,
      search: expect.stringContaining('+9779841111111 sagarmatha studio'),
    })
    const [membership] = await rows(app.db.read, 'memberships')
    expect(membership).toMatchObject({ phone: '+9779841111111', search: expect.stringContaining('+9779841111111') })
    const entries = (await auditEntries(app)).map(({ action, actor, staff_id }) => ({ action, actor, staff_id }))
    expect(entries).toEqual([
      { action: 'membership_changed', actor: 'customer', staff_id: null },
      { action: 'booking_changed', actor: 'customer', staff_id: null },
    ])
  })

  test('that are not sent do not change', async () => {
    granted(await change({ company: 'Sagarmatha Studio', notes: 'By the window' }))
    granted(await change({ phone: '9841111111' }))
    granted(await change({ company: '' }))
    const { phone, company, notes } = await bookingRow(app, own.id)
    expect([phone, company, notes]).toEqual(['+9779841111111', '', 'By the window'])
    expect(JSON.parse((await auditEntries(app)).at(-1)?.after ?? '')).toEqual({ company: '' })
  })

  test('include the PAN until the bill is issued', async () => {
    const held = credentials(await placed(app))
    const changePan = (id: { id: string; secret: string }, pan: string) => changeOwnDetails(app, id, { pan }, newKey())
    expect(granted(await changePan(held, '६०१-२३४ ५६७')).contact.pan).toBe('601234567')
    expect(JSON.parse((await auditEntries(app)).at(-1)?.after ?? '')).toEqual({ pan: '601234567' })
    expect(granted(await changePan(held, '')).contact.pan).toBe('')
    expect(await rejection(app, () => changePan(own, '601234567'))).toMatchObject({
      code: 'wrong_state',
      message: 'Your bill is issued. Ask us to correct it.',
    })
    expect(granted(await change({ pan: '', company: 'Himal & Co' })).contact).toMatchObject({ company: 'Himal & Co' })
  })

  test('that are the same store nothing but the key', async () => {
    const before = await bookingRow(app, own.id)
    granted(await change({ phone: order().contactInfo.phone }))
    expect(await bookingRow(app, own.id)).toEqual(before)
    expect(await auditEntries(app)).toEqual([])
  })

  test.each([
    [{ phone: '12345' }, 'phone'],
    [{ phone: ' ' }, 'phone'],
    [{ company: 'x'.repeat(121) }, 'company'],
    [{ pan: '60123456' }, 'pan'],
  ])('reject %o', async (input, field) => {
    const failure = await rejection(app, () => change(input))
    expect(failure).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
  })

  test('can be changed without a phone where staff have saved none', async () => {
    await execute(app, (db) => db.updateTable('bookings').set({ phone: '' }))
    expect(granted(await change({ notes: 'By the window' }))).toMatchObject({ contact: { phone: '' } })
  })

  test('are changed once per key, and a key belongs to one change', async () => {
    const key = newKey()
    granted(await change({ company: 'One' }, key))
    granted(await change({ company: 'Two' }))
    expect(granted(await change({ company: 'One' }, key)).contact.company).toBe('Two')
    expect(await rejection(app, () => change({ company: 'Three' }, key))).toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect(await auditEntries(app)).toHaveLength(2)
  })

  test('need the secret of this booking', async () => {
    const other = credentials(await placed(app))
    for (const secret of [other.secret, '', `${own.secret}x`])
      for (const call of [
        () => changeOwnDetails(app, { id: own.id, secret }, { company: 'One' }, newKey()),
        () => resendConfirmation(app, { id: own.id, secret }, newKey()),
      ])
        expect((await rejection(app, call)).code).toBe('not_found')
  })

  test('of a cancelled or expired booking do not change', async () => {
    const held = credentials(await placed(app))
    await transitionTo(app, held.id, 'expired')
    await transitionTo(app, own.id, 'cancelled')
    for (const ended of [held, own]) {
      const call = () => changeOwnDetails(app, ended, { company: 'One' }, newKey())
      expect((await rejection(app, call)).code).toBe('wrong_state')
    }
  })

  test('returns changed_meanwhile to the later of a change by the customer and one by staff', async () => {
    const desk = await staffMember(app)
    const version = await versionOf(app, own.id)
    granted(await change({ company: 'One' }))
    const contactInfo = { ...order().contactInfo, company: 'Two' }
    expect(codeOf(await updateCustomer(app, desk, own.id, { version, contactInfo }))).toBe('changed_meanwhile')
  })

  test('are limited per booking, after the secret was checked', async () => {
    const other = credentials(await placed(app))
    for (let call = 0; call < LIMITS.customerAction.burst; call++) granted(await change({ notes: `${call}` }))
    expect(await rejection(app, () => change({ notes: 'x' }))).toMatchObject({
      code: 'too_many',
      retryAfter: expect.any(Number),
    })
    expect((await rejection(app, () => changeOwnDetails(app, { ...own, secret: 'x' }, {}, newKey()))).code).toBe(
      'not_found',
    )
    granted(await changeOwnDetails(app, other, { notes: 'x' }, newKey()))
  })

  describe('resending the confirmation', () => {
    test('sends link and calendar, once a minute, with an audit entry', async () => {
      app.clock.advance(MINUTE)
      await atOnce(3, async () => granted(await resend()))
      expect(await emailsTo(app, AARATI)).toHaveLength(2)
      const resent = (await rows(app.db.read, 'emails')).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))[0]
      expect(resent?.body).toContain(`/your-booking#${own.id}.${own.secret}`)
      expect(resent).toMatchObject({ calendar: expect.stringContaining(own.id), calendar_method: 'PUBLISH' })
      const entry = { action: 'confirmation_resent', actor: 'customer', after: JSON.stringify({ recipient: AARATI }) }
      expect(await auditEntries(app)).toMatchObject([entry])
      app.clock.advance(MINUTE)
      granted(await resend())
      expect(await emailsTo(app, AARATI)).toHaveLength(3)
    })

    test('sends nothing for a repeated key', async () => {
      app.clock.advance(MINUTE)
      const key = newKey()
      granted(await resend(key))
      app.clock.advance(MINUTE)
      await expectNothingStored(app, async () => granted(await resend(key)))
    })

    test('is rejected before the payment, after a cancellation and without an address', async () => {
      const held = credentials(await placed(app))
      expect((await rejection(app, () => resendConfirmation(app, held, newKey()))).code).toBe('wrong_state')
      const reason = 'Asked by phone'
      granted(await cancel(app, await staffMember(app), own.id, { version: await versionOf(app, own.id), reason }))
      expect((await rejection(app, () => resend())).code).toBe('wrong_state')
      own = credentials(await paidBooking(app))
      await execute(app, (db) => db.updateTable('bookings').set({ email: '' }))
      expect((await rejection(app, () => resend())).code).toBe('wrong_state')
    })
  })

  test('lists in the view what the customer can do', async () => {
    const actions = async () => granted(await change({})).actions
    expect(await actions()).toMatchObject({ changeDetails: true, resend: true })
    own = credentials(await placed(app))
    expect(await actions()).toMatchObject({ changeDetails: true, resend: false })
  })
})
