import { expect, test } from 'vitest'
import type { AccountView } from '#contract/admin/account.ts'
import { $account, changeName, readAccount } from '#stores/admin/account.ts'
import { type Tab, withTab } from './desk.ts'

const account = (name: string): AccountView => ({
  email: 'one@chautari.example',
  name,
  role: 'manager',
  workplaces: null,
  twoFactor: null,
  sessions: [],
})

let tab: Tab
withTab((opened) => {
  tab = opened
})

test('a change is not hidden by a read from before it', async () => {
  void readAccount()
  void changeName('New')
  const late = tab.next
  await tab.next.answer(200, {})
  await tab.next.answer(200, account('New'))
  await late.answer(200, account('Old'))
  expect($account.get()).toEqual({ account: account('New') })
})
