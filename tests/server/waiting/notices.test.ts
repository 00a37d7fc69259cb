import { expect, test } from 'vitest'
import { leaveWaitingList } from '#contract/waiting.ts'
import type { LocationId } from '#domain/location.ts'
import { notifyWaiting } from '#server/waiting/notices.ts'
import { describeOnEachEngine, emailsTo, HOUR, rows } from '../../support/app.ts'
import { atOnce } from '../../support/outcomes.ts'
import { call } from '../../support/requests.ts'
import { waiting, waitingLink } from '../../support/waiting.ts'

const OPEN = 'You can now book Jhamsikhel Loft'

describeOnEachEngine('notices of the waiting list on %s', (app) => {
  /** As if the content had changed. */
  const open = (location: LocationId) => {
    const locations = app.catalogue.locations.map((each) =>
      each.id === location ? { ...each, available: true } : each,
    )
    app.catalogue = { ...app.catalogue, locations }
  }
  const notified = async () =>
    (await rows(app.db.read, 'emails')).filter(({ subject }) => subject === OPEN).map(({ recipient }) => recipient)

  test('are sent once to everyone who waits when a location opens, also by two processes', async () => {
    await waiting(app)
    await waiting(app, { email: 'maya@example.com' })
    await waiting(app, { email: 'studios@example.com', locationId: 'baluwatar-studios' })
    await waiting(app, { email: 'left@example.com' })
    await call(leaveWaitingList, { body: await waitingLink(app, 'left@example.com', 'leave') })
    await notifyWaiting(app)
    expect(await notified()).toEqual([])
    open('jhamsikhel-loft')
    await atOnce(2, () => notifyWaiting(app))
    await notifyWaiting(app)
    expect((await notified()).toSorted()).toEqual(['maya@example.com', 'nisha@example.com'])
    const sent = (await rows(app.db.read, 'emails')).find(({ subject }) => subject === OPEN)
    expect(sent?.body).toContain('/booking?location=jhamsikhel-loft')
    const entries = await rows(app.db.read, 'waiting_entries')
    expect(entries.map(({ state }) => state).toSorted()).toEqual(['notified', 'notified', 'removed', 'waiting'])
  })

  test('are sent for a plan that becomes available', async () => {
    await waiting(app, { locationId: 'kausimaa', planId: 'private-office' })
    const plans = app.catalogue.plans.map((plan) => ({ ...plan, available: true }))
    app.catalogue = { ...app.catalogue, plans }
    await notifyWaiting(app)
    const [, notice] = await emailsTo(app, 'nisha@example.com')
    expect(notice).toBe('You can now book Private Office at Kausimaa')
  })

  test('are sent in the order of the list, at most 50 in any hour', async () => {
    const emails = Array.from({ length: 60 }, (_, index) => `visitor-${index}@example.com`)
    for (const email of emails) {
      app.clock.advance(1_000)
      await waiting(app, { email })
    }
    open('jhamsikhel-loft')
    await notifyWaiting(app)
    expect(await notified()).toHaveLength(10)
    for (let minutes = 5; minutes < 60; minutes += 5) {
      app.clock.advance(HOUR / 12)
      await notifyWaiting(app)
    }
    const inFirstHour = await notified()
    expect(inFirstHour.length).toBeGreaterThan(40)
    expect(inFirstHour.length).toBeLessThanOrEqual(50)
    expect(inFirstHour.toSorted()).toEqual(emails.slice(0, inFirstHour.length).toSorted())
    for (let minutes = 0; minutes < 60; minutes += 5) {
      app.clock.advance(HOUR / 12)
      await notifyWaiting(app)
    }
    expect(await notified()).toHaveLength(60)
  })
})
