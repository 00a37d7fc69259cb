import type { PersonView } from '#contract/admin/people.ts'

/** A manager with every location, as the owner sees them. */
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
