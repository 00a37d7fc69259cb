import { useStore } from '@nanostores/react'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { WaitingRow } from '#contract/admin/waiting.ts'
import { WaitingTable } from '#islands/admin/waiting/WaitingTable.tsx'
import { waitingList } from '#stores/admin/waiting.ts'
import { day } from '../../domain/business.ts'
import { errorBody, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, mount, textsOf } from '../booking/mount.ts'

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
  { ...ROW, entryId: 'd', email: 'asha@example.com', planId: null, day: day('2026-12-10') },
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
    'Kausimaa: any plan, any day',
    '1nisha@example.com',
    '2maya@example.com',
    'Kausimaa: Private Office, any day',
    '1nisha@example.com',
    'Kausimaa: any plan, Thursday, 10 Dec 2026',
    '1asha@example.com',
  ])
})

const respond = (status: number, body: unknown) => act(() => tab.next.respond(status, body))

/** Opens the dialog of the second entry and submits it. */
async function removeMaya() {
  const { element } = await mountTable()
  await click(element.querySelector<HTMLButtonElement>('[aria-label="Remove: maya@example.com"]'))
  expect(element.querySelector('dialog')?.textContent).toContain('Remove maya@example.com from the list for Kausimaa')
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

test('Cancel closes the confirmation and removes nothing', async () => {
  const { element } = await mountTable()
  await click(element.querySelector<HTMLButtonElement>('[aria-label="Remove: maya@example.com"]'))
  await click(findButton(element, 'Cancel'))
  expect(element.querySelector('dialog')).toBeNull()
  expect(tab.requests).toEqual([])
})

/** The table in its list, which is read again after a removal. */
async function mountList(rows: WaitingRow[]) {
  waitingList.$list.set({ ...waitingList.$list.get(), rows })
  const { element } = await mount(<List />)
  return element
}
function List() {
  const { rows } = useStore(waitingList.$list)
  return (
    <>
      <h1 tabIndex={-1}>Waiting list</h1>
      {rows && rows.length > 0 && <WaitingTable rows={rows} isLoading={false} locations={{}} plans={{}} />}
    </>
  )
}
async function removeFrom(element: Element, email: string) {
  const button = element.querySelector<HTMLButtonElement>(`[aria-label="Remove: ${email}"]`)
  button?.focus()
  await click(button)
  await click(element.querySelector<HTMLButtonElement>('dialog [type=submit]'))
}

const LINE = ['asha', 'bikash', 'chandra'].map((name) => ({
  ...{ ...ROW, planId: null },
  ...{ entryId: name, email: `${name}@example.com` },
}))

test.each([
  ['bikash', 'chandra'],
  ['chandra', 'bikash'],
])('after %s is removed, the focus is on the button of %s', async (removed, neighbour) => {
  const element = await mountList(LINE)
  await removeFrom(element, `${removed}@example.com`)
  await respond(200, {})
  await respond(200, { items: LINE.filter(({ entryId }) => entryId !== removed), next: null })
  expect(document.activeElement?.getAttribute('aria-label')).toBe(`Remove: ${neighbour}@example.com`)
})

test('after the last entry is removed, the focus is on the heading', async () => {
  const element = await mountList(LINE.slice(0, 1))
  await removeFrom(element, 'asha@example.com')
  await respond(200, {})
  await respond(200, { items: [], next: null })
  expect(document.activeElement?.tagName).toBe('H1')
})

test('the button that opened the dialog has the focus again when nothing is removed', async () => {
  const element = await mountList(LINE)
  const button = element.querySelector<HTMLButtonElement>('[aria-label="Remove: bikash@example.com"]')
  button?.focus()
  await click(button)
  await click(element.querySelector<HTMLButtonElement>('dialog [aria-label=Close]'))
  expect(document.activeElement).toBe(button)
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
