import { atom } from 'nanostores'
import { readTwoFactorCode } from '#domain/two-factor.ts'
import { formatFailure } from '../../api.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { broadcastSignIn, onSignIn } from './sign-in-broadcast.ts'
import { getDestination } from './sign-in-redirect.ts'

/** What the form at the door knows. `fields` name what is missing; `waitSeconds` counts down after too many tries. */
export interface SignIn {
  phase: 'idle' | 'asking' | 'entering'
  /** The password was right, and the account asks for a code. */
  needsCode: boolean
  fields: { email?: string; password?: string; code?: string }
  problem?: { title: string; hint: string }
  waitSeconds: number
}

const IDLE: SignIn = { phase: 'idle', needsCode: false, fields: {}, waitSeconds: 0 }
export const $signIn = atom<SignIn>(IDLE)

/** Both fields are required. The email is trimmed; the password is sent unchanged. */
export async function signIn(email: string, password: string, code = ''): Promise<void> {
  const { phase, waitSeconds, needsCode } = $signIn.get()
  if (phase !== 'idle' || waitSeconds > 0) return
  const step = { ...IDLE, needsCode }
  const fields: SignIn['fields'] = {}
  if (email.trim() === '') fields.email = 'Enter your email address'
  if (password === '') fields.password = 'Enter your password'
  if (needsCode && code.trim() === '') fields.code = 'Enter the code'
  if (Object.keys(fields).length > 0) return $signIn.set({ ...step, fields })

  $signIn.set({ ...step, phase: 'asking' })
  const answer = await staffLedger.signIn({ email: email.trim(), password, ...(needsCode && { code: code.trim() }) })
  if (answer.ok) {
    broadcastSignIn()
    return enterStaffArea()
  }
  const { failure } = answer
  switch (failure.code) {
    case 'code_needed':
      return $signIn.set({ ...IDLE, needsCode: true })
    case 'wrong_code':
      return $signIn.set({ ...step, fields: { code: [formatFailure(failure), ...getBackupCodeHint(code)].join(' ') } })
    case 'invalid_credentials':
      return showProblem(IDLE, formatFailure(failure), 'Check the email and the password.')
    case 'too_many':
      showProblem(step, 'Too many tries', 'For safety, signing in pauses for as long as the button says.')
      return countDown(Math.max(1, failure.retryAfter ?? 1))
    default:
      return showProblem(step, 'Sign-in did not work', formatFailure(failure))
  }
}

/**
 * Whoever is in already goes on: looked at when the door opens, when it is seen again, and when somebody signs in in
 * another tab. Gives the way to stop.
 */
export function redirectWhenSignedIn(): () => void {
  let isAsking = false
  /** What is being asked may be answered as it was before somebody signed in. */
  let isStale = false
  const look = async () => {
    isStale = isAsking
    if (isAsking) return
    isAsking = true
    const answer = await staffLedger.readSignInStatus({})
    isAsking = false
    if (answer.ok && answer.value.open) {
      if ($signIn.get().phase === 'idle') enterStaffArea()
    } else if (isStale) void look()
  }
  void look()
  const stops = [onSignIn(look), environment().onReturn(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

function enterStaffArea(): void {
  $signIn.set({ ...$signIn.get(), phase: 'entering' })
  environment().replace(getDestination(environment().address()))
}

/** Whoever tries again after a lost answer has used theirs up. */
const getBackupCodeHint = (code: string): string[] =>
  readTwoFactorCode(code)?.kind === 'backup' ? ['Each backup code counts once: try another.'] : []

/** Back to email and password. */
export const resetSignIn = (): void => $signIn.set(IDLE)

const showProblem = (step: SignIn, title: string, hint: string): void =>
  $signIn.set({ ...step, problem: { title, hint } })

function countDown(seconds: number): void {
  $signIn.set({ ...$signIn.get(), waitSeconds: seconds })
  if (seconds > 0) environment().later(() => countDown(seconds - 1), 1_000)
}
