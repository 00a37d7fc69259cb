import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { addDays, formatDate } from '#domain/calendar.ts'
import { npr } from '#domain/money.ts'
import { MembershipDrawer } from '#islands/admin/memberships/MembershipDrawer.tsx'
import { MembershipsTable } from '#islands/admin/memberships/MembershipsTable.tsx'
import { TermsForm } from '#islands/admin/memberships/TermsForm.tsx'
import { clearAllDrafts, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { day } from '../../domain/business.ts'
import { member, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, textsOf, type } from '../booking/mount.ts'

const ROW = member(1)

const tab = withTab()

beforeEach(async () => {
  const restore = startDrafts('one@chautari.example')
  await type((await mountForm()).notes, 'Has a locker')
  return restore
})

/** Mounts the form as a newly opened page does. */
async function mountForm() {
  const { element } = await mount(<TermsForm row={ROW} />)
  return { notes: getField(element, '#member-notes'), element }
}

test('a draft of membership terms is restored for the same account', async () => {
  setDraftOwner('one@chautari.example')
  expect((await mountForm()).notes.value).toBe('Has a locker')
})

test.each([
  ['for another account', async () => setDraftOwner('two@chautari.example')],
  ['after signing out', async () => clearAllDrafts()],
  ['once they were discarded', async () => click(findButton((await mountForm()).element, 'Discard'))],
])('a draft of membership terms is deleted %s', async (_, trigger) => {
  await trigger()
  expect((await mountForm()).notes.value).toBe('')
})

test('the last day of a membership is the day before its end date', async () => {
  const { element } = await mountForm()
  const lastDay = getField(element, '#member-end')
  expect([ROW.endDate, lastDay.value]).toEqual(['2027-01-01', '2026-12-31'])
  await type(lastDay, '2027-01-31')
  expect(lastDay.value).toBe('2027-01-31')
  await click(element.querySelector('[type=submit]'))
  const sent = tab.next
  expect(sent.body).toEqual({ version: 1, notes: 'Has a locker', endDate: '2027-02-01' })
  await act(() => sent.respond(200, { ...ROW, endDate: '2027-02-01', version: 2 }))
})

test('membership terms that are typed during a save remain after the response', async () => {
  const { notes, element } = await mountForm()
  await click(element.querySelector('[type=submit]'))
  const sent = tab.next
  await type(notes, 'Has a locker, and a key')
  await act(() => sent.respond(200, { ...ROW, notes: 'Has a locker', version: 2 }))
  expect(notes.value).toBe('Has a locker, and a key')
  await click(element.querySelector('[type=submit]'))
  expect(tab.next.body).toEqual({ version: 2, notes: 'Has a locker, and a key' })
})

test.each([
  ['2026-12-17', 'Ends in 15 days', false],
  ['2026-12-16', 'Ends in 14 days', true],
  ['2026-12-03', 'Ends in 1 day', true],
  ['2026-12-02', 'Ends today', true],
  ['2026-12-01', 'Ended yesterday', true],
])('the list shows the last day of a membership, and how long it lasts: %#', async (endDate, text, isShown) => {
  const row = member(1, { endDate: day(endDate) })
  const options = { busy: false, mayChange: false, selectedId: undefined, isDrawerOpen: false, sortedByEnd: true }
  const { element } = await mount(<MembershipsTable rows={[row]} {...options} />)
  expect(element.textContent).toContain(formatDate(addDays(row.endDate, -1)))
  expect(element.textContent?.includes(text)).toBe(isShown)
})

test('the price of one more period is without the add-ons of the membership', async () => {
  const getPrice = async (extras: MembershipRow['extras']) => {
    const { element } = await mount(<MembershipDrawer row={member(1, { extras })} mayChange close={() => {}} />)
    return textsOf(element, 'dd').find((text) => text.startsWith(npr(ROW.amount)))
  }
  expect(await getPrice([])).toBe(`${npr(ROW.amount)} now`)
  expect(await getPrice([{ id: 'locker', quantity: 1 }])).toBe(
    `${npr(ROW.amount)} nowwithout the add-ons in ${npr(ROW.amount)}`,
  )
})
