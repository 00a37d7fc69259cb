import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { TermsForm } from '#islands/admin/memberships/TermsForm.tsx'
import { clearAllDrafts, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { member, startDrafts, withTab } from '../../stores/admin/staff-tab.ts'
import { click, findButton, getField, mount, type } from '../booking/mount.ts'

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
