import { describe, expect, test } from 'vitest'
import { confirmWaiting, joinWaitingList, leaveWaitingList } from '#contract/waiting.ts'
import { DAY_MS } from '#domain/calendar.ts'
import { deleteOldRows } from '#server/retention.ts'
import { describeOnEachEngine, emailsTo, expectNothingStored, rows } from '../../support/app.ts'
import { atOnce } from '../../support/outcomes.ts'
import { call, form, newAddress, rejected, send } from '../../support/requests.ts'
import { waiting, waitingInput, waitingLink } from '../../support/waiting.ts'

const CONFIRM = 'Confirm your place on the waiting list: Jhamsikhel Loft'
const ALREADY = 'You are on the waiting list: Jhamsikhel Loft'

describeOnEachEngine('the waiting list on %s', (app) => {
  const states = async () => (await rows(app.db.read, 'waiting_entries')).map(({ state }) => state)
  const join = (changes = {}) => call(joinWaitingList, { body: waitingInput(changes) })

  test('adds a visitor once the emailed link was opened, also twice', async () => {
    expect(await join({ email: ' Nisha@Example.com ', phone: '9841234567' })).toEqual({})
    expect(await states()).toEqual(['unconfirmed'])
    expect(await emailsTo(app, 'nisha@example.com')).toEqual([CONFIRM])
    const body = await waitingLink(app, 'nisha@example.com', 'confirm')
    app.clock.advance(1_000)
    expect(await call(confirmWaiting, { body })).toEqual({})
    app.clock.advance(1_000)
    await call(confirmWaiting, { body })
    expect(await rows(app.db.read, 'waiting_entries')).toMatchObject([
      {
        email: 'nisha@example.com',
        phone: '+9779841234567',
        location_id: 'jhamsikhel-loft',
        plan_id: null,
        state: 'waiting',
        confirmed_at: '2026-12-01T04:15:01.000Z',
      },
    ])
  })

  test('stores an address once for each subject, and answers every request alike', async () => {
    await waiting(app)
    app.clock.advance(1_000)
    expect(await join({ email: 'NISHA@example.com' })).toEqual({})
    expect(await emailsTo(app, 'nisha@example.com')).toEqual([CONFIRM, ALREADY])
    expect(await states()).toEqual(['waiting'])
    await join({ locationId: 'baluwatar-studios' })
    await join({ locationId: 'kausimaa', planId: 'private-office' })
    expect((await states()).toSorted()).toEqual(['unconfirmed', 'unconfirmed', 'waiting'])
  })

  test('stores one entry of many concurrent requests', async () => {
    await atOnce(5, () => join())
    expect(await states()).toEqual(['unconfirmed'])
  })

  test('removes a visitor by the emailed link, who can join again', async () => {
    await waiting(app)
    const body = await waitingLink(app, 'nisha@example.com', 'leave')
    for (let at = 0; at < 2; at++) expect(await call(leaveWaitingList, { body })).toEqual({})
    expect(await states()).toEqual(['removed'])
    const confirm = await waitingLink(app, 'nisha@example.com', 'confirm')
    await rejected('not_found', confirmWaiting, { body: confirm })
    app.clock.advance(1_000)
    await waiting(app)
    expect((await states()).toSorted()).toEqual(['removed', 'waiting'])
  })

  test('accepts a token for its own action and entry only', async () => {
    await join()
    const { entry, token } = await waitingLink(app, 'nisha@example.com', 'confirm')
    const leave = await waitingLink(app, 'nisha@example.com', 'leave')
    await expectNothingStored(app, async () => {
      await rejected('not_found', leaveWaitingList, { body: { entry, token } })
      await rejected('not_found', confirmWaiting, { body: leave })
      await rejected('not_found', confirmWaiting, { body: { entry: 'another', token } })
      await rejected('not_found', confirmWaiting, { body: { entry, token: '' } })
    })
  })

  test('names in the link of the email where the address was entered', async () => {
    await join()
    const [email] = await rows(app.db.read, 'emails')
    expect(email?.body).toMatch(/\/waiting\/confirm#entry=\S+&token=\S+&location=jhamsikhel-loft\n/)
    expect(email?.body).toMatch(/\/waiting\/leave#entry=\S+&token=\S+&location=jhamsikhel-loft/)
  })

  test('sends at most six emails at once to an address', async () => {
    for (let count = 0; count < 6; count++) await join()
    await rejected('too_many', joinWaitingList, { body: waitingInput() })
    expect(await emailsTo(app, 'nisha@example.com')).toHaveLength(6)
    app.clock.advance(DAY_MS)
    await join()
    expect(await emailsTo(app, 'nisha@example.com')).toHaveLength(7)
  })

  test('accepts ten requests at once from a network', async () => {
    const address = newAddress()
    for (let count = 0; count < 10; count++)
      await call(joinWaitingList, { body: waitingInput({ email: `n${count}@example.com` }), address })
    await rejected('too_many', joinWaitingList, { body: waitingInput({ email: 'n@example.com' }), address })
  })

  const email = 'Enter an email address like name@example.com'
  test.each([
    [{ email: 'nisha@' }, { email }],
    [{ phone: '12' }, { phone: 'Enter a phone number of 7 to 15 digits' }],
    [{ locationId: 'thamel' }, { locationId: 'Choose a location' }],
    [{ planId: 'penthouse' }, { planId: 'Choose a plan' }],
    [{ name: 'Nisha' }, { name: 'Unknown field' }],
  ])('rejects %j', async (changes, fields) => {
    const body = { ...waitingInput(), ...changes }
    const failure = await expectNothingStored(app, () => rejected('invalid', joinWaitingList, { body }))
    expect(failure.fields).toEqual(fields)
  })

  test.each([{ locationId: 'kausimaa' }, { locationId: 'kausimaa', planId: 'professional' }])(
    'rejects %j, which can be booked',
    async (changes) => {
      await expectNothingStored(app, () => rejected('unavailable', joinWaitingList, { body: waitingInput(changes) }))
    },
  )

  test('accepts a form without script, and redirects to a page', async () => {
    const fields = { locationId: 'kausimaa', planId: 'private-office', email: 'nisha@example.com', phone: '' }
    const sent = await send(joinWaitingList, form(fields))
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/waiting/sent#kausimaa'])
    expect(await rows(app.db.read, 'waiting_entries')).toMatchObject([{ plan_id: 'private-office', phone: '' }])
    const unsent = await send(joinWaitingList, form({ ...fields, email: 'nisha@' }))
    expect(unsent.headers.get('location')).toBe('/waiting/unsent#invalid')
    const open = await send(joinWaitingList, form({ ...fields, planId: 'professional' }))
    expect(open.headers.get('location')).toBe('/waiting/available#kausimaa')
  })

  describe('retention', () => {
    test('deletes ended and unconfirmed entries after 30 days, and no others', async () => {
      await waiting(app)
      await join({ locationId: 'baluwatar-studios', email: 'maya@example.com' })
      await waiting(app, { locationId: 'baluwatar-studios', email: 'left@example.com' })
      await call(leaveWaitingList, { body: await waitingLink(app, 'left@example.com', 'leave') })
      app.clock.advance(30 * DAY_MS)
      await deleteOldRows(app)
      expect(await states()).toHaveLength(3)
      app.clock.advance(1_000)
      await deleteOldRows(app)
      expect(await states()).toEqual(['waiting'])
    })
  })
})
