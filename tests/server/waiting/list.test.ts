import { expect, test } from 'vitest'
import { listWaiting, removeWaiting } from '#contract/admin/waiting.ts'
import { joinWaitingList } from '#contract/waiting.ts'
import { auditEntries, describeOnEachEngine, rows } from '../../support/app.ts'
import { call, rejected } from '../../support/requests.ts'
import { owner } from '../../support/staff-accounts.ts'
import { waiting, waitingInput } from '../../support/waiting.ts'

describeOnEachEngine('the staff’s waiting list on %s', (app) => {
  test('has the confirmed entries of each subject in the order of their confirmation', async () => {
    const { sent } = await owner(app)
    for (const changes of [
      { email: 'a@example.com' },
      { email: 'b@example.com', locationId: 'kausimaa', planId: 'private-office' },
      { email: 'c@example.com', phone: '9841234567' },
    ]) {
      app.clock.advance(1_000)
      await waiting(app, changes)
    }
    await call(joinWaitingList, { body: waitingInput({ email: 'unconfirmed@example.com' }) })
    const { items, total } = await call(listWaiting, sent)
    expect(items.map(({ locationId, planId, email, phone }) => [locationId, planId, email, phone])).toEqual([
      ['jhamsikhel-loft', null, 'a@example.com', ''],
      ['jhamsikhel-loft', null, 'c@example.com', '+9779841234567'],
      ['kausimaa', 'private-office', 'b@example.com', ''],
    ])
    expect(total).toBe(3)
    const first = await call(listWaiting, { ...sent, query: { limit: '2' } })
    const second = await call(listWaiting, { ...sent, query: { limit: '2', cursor: first.next ?? '' } })
    expect([...first.items, ...second.items]).toEqual(items)
    const kausimaa = await call(listWaiting, { ...sent, query: { location: 'kausimaa' } })
    expect(kausimaa.items.map(({ email }) => email)).toEqual(['b@example.com'])
  })

  test('removes an entry, and names no address in the audit log', async () => {
    const { sent } = await owner(app)
    const id = await waiting(app)
    await call(removeWaiting, { ...sent, id })
    expect((await call(listWaiting, sent)).items).toEqual([])
    expect(await rows(app.db.read, 'waiting_entries')).toMatchObject([{ state: 'removed' }])
    const entry = (await auditEntries(app)).at(-1)
    expect(entry).toMatchObject({ action: 'waiting_removed', subject: 'waiting', subject_id: id, label: null })
    expect(entry?.before).toBe('{"location":"jhamsikhel-loft","plan":null,"day":null}')
    await rejected('not_found', removeWaiting, { ...sent, id })
    expect((await auditEntries(app)).filter(({ action }) => action === 'waiting_removed')).toHaveLength(1)
  })
})
