import { atom } from 'nanostores'
import { readCode } from '#domain/second-factor.ts'
import { messageOf } from '../api.ts'
import { environment } from '../environment.ts'
import { onCameIn, tellCameIn } from './came-in.ts'
import { destination } from './door.ts'
import { staffLedger } from './ledger.ts'

/** What the form at the door knows. `fields` name what is missing; `waitSeconds` counts down after too many tries. */
export interface SignIn {
  phase: 'idle' | 'asking' | 'entering'
  /** The password was right, and the account asks for a code. */
  asksCode: boolean
  fields: { email?: string; password?: string; code?: string }
  problem?: { title: string; hint: string }
  waitSeconds: number
}

const IDLE: SignIn = { phase: 'idle', asksCode: false, fields: {}, waitSeconds: 0 }
export const $signIn = atom<SignIn>(IDLE)

/** Both fields are required. The email is trimmed; the password is sent unchanged. */
export async function signIn(email: string, password: string, code = ''): Promise<void> {
  const { phase, waitSeconds, asksCode } = $signIn.get()
  if (phase !== 'idle' || waitSeconds > 0) return
  const step = { ...IDLE, asksCode }
  const fields: SignIn['fields'] = {}
  if (email.trim() === '') fields.email = 'Enter your email address'
  if (password === '') fields.password = 'Enter your password'
  if (asksCode && code.trim() === '') fields.code = 'Enter the code'
  if (Object.keys(fields).length > 0) return $signIn.set({ ...step, fields })

  $signIn.set({ ...step, phase: 'asking' })
  const answer = await staffLedger.signIn({ email: email.trim(), password, ...(asksCode && { code: code.trim() }) })
  if (answer.ok) {
    tellCameIn()
    return goIn()
  }
  const { failure } = answer
  switch (failure.code) {
    case 'code_needed':
      return $signIn.set({ ...IDLE, asksCode: true })
    case 'wrong_code':
      return $signIn.set({ ...step, fields: { code: [messageOf(failure), ...onceOnly(code)].join(' ') } })
    case 'invalid_credentials':
      return refuse(IDLE, messageOf(failure), 'Check the email and the password.')
    case 'too_many':
      refuse(step, 'Too many tries', 'For safety, signing in pauses for as long as the button says.')
      return wait(Math.max(1, failure.retryAfter ?? 1))
    default:
      return refuse(step, 'Sign-in did not work', messageOf(failure))
  }
}

/**
 * Whoever is in already goes on: looked at when the door opens, when it is seen again, and when somebody signs in in
 * another tab. Gives the way to stop.
 */
export function letIn(): () => void {
  let isAsking = false
  /** What is being asked may be answered as it was before somebody signed in. */
  let isStale = false
  const look = async () => {
    isStale = isAsking
    if (isAsking) return
    isAsking = true
    const answer = await staffLedger.door({})
    isAsking = false
    if (answer.ok && answer.value.open) {
      if ($signIn.get().phase === 'idle') goIn()
    } else if (isStale) void look()
  }
  void look()
  const stops = [onCameIn(look), environment().onReturn(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

function goIn(): void {
  $signIn.set({ ...$signIn.get(), phase: 'entering' })
  environment().replace(destination(environment().address()))
}

/** Whoever tries again after a lost answer has used theirs up. */
const onceOnly = (code: string): string[] =>
  readCode(code)?.kind === 'backup' ? ['Each backup code counts once: try another.'] : []

/** Back to email and password. */
export const startOver = (): void => $signIn.set(IDLE)

const refuse = (step: SignIn, title: string, hint: string): void => $signIn.set({ ...step, problem: { title, hint } })

function wait(seconds: number): void {
  $signIn.set({ ...$signIn.get(), waitSeconds: seconds })
  if (seconds > 0) environment().later(() => wait(seconds - 1), 1_000)
}
