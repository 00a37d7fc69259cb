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

/** The session does not end automatically: it is checked again in a week. */
const SESSION_CHECK_SECONDS = 7 * 24 * 3_600

export async function readSignInStatus(): Promise<Outcome<{ open: boolean }>> {
  return succeed({ open: readSession() !== undefined })
}

export async function session(): Promise<Outcome<StaffSession>> {
  const kept = readSession()
  return kept ? succeed(toStaffSession(kept)) : fail('unauthorized')
}

/** Checks the only account of this edition, in the browser. It protects nothing but what this browser stores itself. */
export async function signIn({ email, password }: { email: string; password: string }): Promise<Outcome<StaffSession>> {
  const { staff } = editionSettings()
  if (email.trim().toLowerCase() !== staff.email.toLowerCase() || password !== staff.password)
    return fail('invalid_credentials')
  const opened = { email: staff.email, loggedInAt: toInstant(environment().now()) }
  saveSession(opened)
  if (isSessionOnlyInMemory()) {
    deleteSession()
    return fail('not_kept')
  }
  return succeed(toStaffSession(opened))
}

export async function signOut(): Promise<Outcome<Record<string, never>>> {
  deleteSession()
  return succeed({})
}

/** Whoever asks, after it is known that they are signed in. */
export async function requireSession<Value>(
  answer: () => Outcome<Value> | Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  return readSession() ? answer() : fail('unauthorized')
}

const toStaffSession = ({ email, loggedInAt }: SessionRecord): StaffSession => ({
  email,
  name: '',
  role: 'owner',
  workplaces: null,
  loggedInAt,
  endsInSeconds: SESSION_CHECK_SECONDS,
  eventsFrom: '',
})
