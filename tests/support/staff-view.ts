import type { AccountView } from '#contract/admin/account.ts'
import type { PersonView } from '#contract/admin/people.ts'

/** The own account of a manager of every location. */
export const account = (name: string, over: Partial<AccountView> = {}): AccountView => ({
  email: 'one@chautari.example',
  name,
  role: 'manager',
  workplaces: null,
  twoFactor: null,
  sessions: [],
  ...over,
})

/** A manager of every location, as the owner sees them. */
export const person = (over: Partial<PersonView> = {}): PersonView => ({
  staffId: 's1',
  email: 'one@chautari.example',
  name: 'One',
  role: 'manager',
  workplaces: null,
  twoFactor: false,
  seenAt: null,
  disabledAt: null,
  self: false,
  version: 1,
  ...over,
})
