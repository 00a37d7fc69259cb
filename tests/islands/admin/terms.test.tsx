import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { TermsForm } from '#islands/admin/memberships/TermsForm.tsx'
import { clearAllDrafts, setDraftOwner } from '#stores/admin/form-drafts.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { member, type Tab, withTab } from '../../stores/admin/desk.ts'
import { KeptStorage } from '../../support/kept.ts'
import { buttonNamed, mount, press, type } from '../booking/mount.ts'

const ROW = member(1)

let tab: Tab
withTab((opened) => {
  tab = opened
})

beforeEach(async () => {
  const kept = new KeptStorage()
  const putBack = replaceEnvironment({ tabStorage: kept.storage })
  setDraftOwner('one@chautari.example')
  const { notes } = await terms()
  if (!notes) throw new Error('no field')
  await type(notes, 'Has a locker')
  return putBack
})

/** The form as another page opens it. */
async function terms() {
  const { element } = await mount(<TermsForm row={ROW} />)
  return { notes: element.querySelector<HTMLTextAreaElement>('#member-notes'), element }
}

test('half-typed terms of a membership go on for the one who typed them', async () => {
  setDraftOwner('one@chautari.example')
  expect((await terms()).notes?.value).toBe('Has a locker')
})

test.each([
  ['for another account', async () => setDraftOwner('two@chautari.example')],
  ['after signing out', async () => clearAllDrafts()],
  [
    'once they were discarded',
    async () => {
      const { element } = await terms()
      await press(buttonNamed(element, 'Discard'))
    },
  ],
])('and are gone %s', async (_, happens) => {
  await happens()
  expect((await terms()).notes?.value).toBe('')
})

test('what is typed while the terms are saved outlives the answer', async () => {
  const { notes, element } = await terms()
  if (!notes) throw new Error('no field')
  await press(element.querySelector('[type=submit]'))
  const sent = tab.next
  await type(notes, 'Has a locker, and a key')
  await act(() => sent.answer(200, { ...ROW, notes: 'Has a locker', version: 2 }))
  expect(notes.value).toBe('Has a locker, and a key')
  await press(element.querySelector('[type=submit]'))
  expect(tab.next.body).toEqual({ version: 2, notes: 'Has a locker, and a key' })
})
