import type { StaffSession } from '#contract/admin/session.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { editionSettings } from '../../../edition.ts'
import { environment } from '../../../environment.ts'
import {
  deleteSession,
  isSessionOnlyInMemory,
  readSession,
  type SessionRecord,
  saveSession,
} from '../session-record.ts'
import { toInstant } from '../transitions.ts'

/** Sessions do not expire; the browser checks again after a week. */
const SESSION_CHECK_SECONDS = 7 * 24 * 3_600

export async function readSignInStatus(): Promise<Outcome<{ open: boolean }>> {
  return succeed({ open: readSession() !== undefined })
}

export async function session(): Promise<Outcome<StaffSession>> {
  const stored = readSession()
  return stored ? succeed(toStaffSession(stored)) : fail('unauthorized')
}

/** Checks the demo account in the browser. It protects only data that this browser stores. */
export async function signIn({ email, password }: { email: string; password: string }): Promise<Outcome<StaffSession>> {
  const { staff } = editionSettings()
  if (email.trim().toLowerCase() !== staff.email.toLowerCase() || password !== staff.password)
    return fail('invalid_credentials')
  const record = { email: staff.email, loggedInAt: toInstant(environment().now()) }
  saveSession(record)
  if (isSessionOnlyInMemory()) {
    deleteSession()
    return fail('session_not_stored')
  }
  return succeed(toStaffSession(record))
}

export async function signOut(): Promise<Outcome<Record<string, never>>> {
  deleteSession()
  return succeed({})
}

/** The call returns `unauthorized` unless a user is signed in. */
export const requireSession =
  <Arguments extends unknown[], Value>(run: (...args: Arguments) => Outcome<Value> | Promise<Outcome<Value>>) =>
  async (...args: Arguments): Promise<Outcome<Value>> =>
    readSession() ? run(...args) : fail('unauthorized')

const toStaffSession = ({ email, loggedInAt }: SessionRecord): StaffSession => ({
  email,
  name: '',
  role: 'owner',
  workplaces: null,
  loggedInAt,
  endsInSeconds: SESSION_CHECK_SECONDS,
  eventsFrom: '',
})
