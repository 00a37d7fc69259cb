import { atom } from 'nanostores'
import { formatFailure } from '#contract/failure.ts'
import { readTwoFactorCode } from '#domain/two-factor.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { broadcastSignIn, onSignIn } from './sign-in-broadcast.ts'
import { getDestination } from './sign-in-redirect.ts'

/** `fields` name what is missing; `waitSeconds` counts down after too many attempts. */
interface SignIn {
  phase: 'idle' | 'sending' | 'redirecting'
  needsCode: boolean
  fields: { email?: string; password?: string; code?: string }
  problem?: { title: string; hint: string }
  waitSeconds: number
}

const IDLE: SignIn = { phase: 'idle', needsCode: false, fields: {}, waitSeconds: 0 }
export const $signIn = atom<SignIn>(IDLE)

/** The email is trimmed; the password is sent unchanged. */
export async function signIn(email: string, password: string, code = ''): Promise<void> {
  const { phase, waitSeconds, needsCode } = $signIn.get()
  if (phase !== 'idle' || waitSeconds > 0) return
  const state = { ...IDLE, needsCode }
  const fields: SignIn['fields'] = {}
  if (email.trim() === '') fields.email = 'Enter your email address'
  if (password === '') fields.password = 'Enter your password'
  if (needsCode && code.trim() === '') fields.code = 'Enter the code'
  if (Object.keys(fields).length > 0) return $signIn.set({ ...state, fields })

  $signIn.set({ ...state, phase: 'sending' })
  const outcome = await staffLedger.signIn({ email: email.trim(), password, ...(needsCode && { code: code.trim() }) })
  if (outcome.ok) {
    broadcastSignIn()
    return enterStaffArea()
  }
  const { failure } = outcome
  switch (failure.code) {
    case 'code_needed':
      return $signIn.set({ ...IDLE, needsCode: true })
    case 'wrong_code':
      return $signIn.set({ ...state, fields: { code: [formatFailure(failure), ...getBackupCodeHint(code)].join(' ') } })
    case 'invalid_credentials':
      return showProblem(
        IDLE,
        formatFailure(failure),
        'Check your email and password. Forgot your password? Ask an owner for a new one.',
      )
    case 'too_many':
      showProblem(
        state,
        'Too many attempts',
        'For security, sign-in is paused. The button shows when you can try again.',
      )
      return countDown(Math.max(1, failure.retryAfter ?? 1))
    default:
      return showProblem(state, 'Sign-in failed', formatFailure(failure))
  }
}

/** Redirects signed-in staff, also after a sign-in in another tab. Returns the function that stops. */
export function redirectWhenSignedIn(): () => void {
  const check = async () => {
    const outcome = await staffLedger.readSignInStatus({})
    if (outcome.ok && outcome.value.open && $signIn.get().phase === 'idle') enterStaffArea()
  }
  void check()
  const stops = [onSignIn(check), environment().onReturn(check)]
  return () => {
    for (const stop of stops) stop()
  }
}

function enterStaffArea(): void {
  $signIn.set({ ...$signIn.get(), phase: 'redirecting' })
  environment().replace(getDestination(environment().address()))
}

/** A lost response may have used a backup code. */
const getBackupCodeHint = (code: string): string[] =>
  readTwoFactorCode(code)?.kind === 'backup' ? ['Each backup code works once. Try another one.'] : []

export const resetSignIn = (): void => $signIn.set(IDLE)

const showProblem = (state: SignIn, title: string, hint: string): void =>
  $signIn.set({ ...state, problem: { title, hint } })

function countDown(seconds: number): void {
  $signIn.set({ ...$signIn.get(), waitSeconds: seconds })
  if (seconds > 0) environment().later(() => countDown(seconds - 1), 1_000)
}
