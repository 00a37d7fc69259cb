import { act } from 'react'
import { expect, test } from 'vitest'
import { WaitingTable } from '#islands/admin/waiting/WaitingTable.tsx'
import { errorBody, withTab } from '../../stores/admin/staff-tab.ts'
import { click, mount, textsOf } from '../booking/mount.ts'

const tab = withTab()

const ROW = {
  entryId: 'a',
  email: 'nisha@example.com',
  phone: '',
  locationId: 'kausimaa',
  day: null,
  offeredUntil: null,
  since: '2026-12-01T04:15:00.000Z',
}
const ROWS = [
  { ...ROW, planId: null },
  { ...ROW, entryId: 'b', email: 'maya@example.com', planId: null },
  { ...ROW, entryId: 'c', planId: 'private-office' },
]

const mountTable = () =>
  mount(
    <WaitingTable
      rows={ROWS}
      isLoading={false}
      locations={{ kausimaa: 'Kausimaa' }}
      plans={{ 'private-office': 'Private Office' }}
    />,
  )

test('the waiting list numbers the entries of each subject', async () => {
  const { element } = await mountTable()
  expect(textsOf(element, 'tbody th')).toEqual([
    'Kausimaa',
    '1nisha@example.com',
    '2maya@example.com',
    'Private Office, Kausimaa',
    '1nisha@example.com',
  ])
})

const respond = (status: number, body: unknown) => act(() => tab.next.respond(status, body))

/** Opens the dialog of the second entry and submits it. */
async function removeMaya() {
  const { element } = await mountTable()
  await click(element.querySelector<HTMLButtonElement>('[aria-label="Remove: maya@example.com"]'))
  expect(element.querySelector('dialog')?.textContent).toContain('maya@example.com no longer waits for Kausimaa')
  await click(element.querySelector<HTMLButtonElement>('dialog [type=submit]'))
  expect(tab.requests[0]).toMatchObject({ method: 'DELETE', path: '/api/admin/waiting/b' })
  return element
}

test('an entry is removed after a confirmation, and the list is read again', async () => {
  const element = await removeMaya()
  await respond(200, {})
  expect(tab.requests[0]).toMatchObject({ method: 'GET', path: '/api/admin/waiting' })
  await respond(200, { items: [], next: null })
  expect(element.querySelector('dialog')).toBeNull()
})

test('an entry that has left the list counts as removed, and one that is still listed does not', async () => {
  const gone = await removeMaya()
  await respond(404, errorBody('not_found'))
  await respond(200, { items: [ROWS[0]], next: null })
  expect(gone.querySelector('dialog')).toBeNull()
  const listed = await removeMaya()
  await respond(503, errorBody('not_ready'))
  await respond(200, { items: ROWS, next: null })
  expect(listed.querySelector('dialog [role=alert]')?.textContent).toContain('message: not_ready')
})
