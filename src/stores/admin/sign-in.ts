import { atom } from 'nanostores'
import { messageOf } from '../api.ts'
import { environment } from '../environment.ts'
import { destination } from './door.ts'
import { staffLedger } from './ledger.ts'

/** What the form at the door knows. `fields` name what is missing; `waitSeconds` counts down after too many tries. */
export interface SignIn {
  phase: 'idle' | 'asking' | 'entering'
  fields: { email?: string; password?: string }
  problem?: { title: string; hint: string }
  waitSeconds: number
}

const IDLE: SignIn = { phase: 'idle', fields: {}, waitSeconds: 0 }
export const $signIn = atom<SignIn>(IDLE)

/** Spec §2 "Admin": both fields are required, the email address is trimmed; a password is taken as it is. */
export async function signIn(email: string, password: string): Promise<void> {
  const { phase, waitSeconds } = $signIn.get()
  if (phase !== 'idle' || waitSeconds > 0) return
  const fields: SignIn['fields'] = {}
  if (email.trim() === '') fields.email = 'Enter your email address'
  if (password === '') fields.password = 'Enter your password'
  if (fields.email || fields.password) return $signIn.set({ ...IDLE, fields })

  $signIn.set({ ...IDLE, phase: 'asking' })
  const answer = await staffLedger.signIn({ email: email.trim(), password })
  if (answer.ok) {
    $signIn.set({ ...IDLE, phase: 'entering' })
    return environment().replace(destination(environment().address()))
  }
  const { failure } = answer
  switch (failure.code) {
    case 'invalid_credentials':
      return refuse(messageOf(failure), 'Check the email and the password.')
    case 'too_many':
      refuse('Too many tries', 'For safety, signing in pauses for as long as the button says.')
      return wait(Math.max(1, failure.retryAfter ?? 1))
    default:
      return refuse('Sign-in did not work', messageOf(failure))
  }
}

const refuse = (title: string, hint: string): void => $signIn.set({ ...IDLE, problem: { title, hint } })

function wait(seconds: number): void {
  $signIn.set({ ...$signIn.get(), waitSeconds: seconds })
  if (seconds > 0) environment().later(() => wait(seconds - 1), 1_000)
}
