import { atom } from 'nanostores'
import { confirmCurrentPassword } from '#contract/admin/session.ts'
import { formatFailure, type Outcome } from '#contract/failure.ts'
import { call } from '../../api.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'

interface PasswordPrompt {
  busy: boolean
  problem?: string
}

export const $passwordPrompt = atom<PasswordPrompt | undefined>()

let pendingPrompt: Promise<boolean> | undefined
let resolvePrompt: (isConfirmed: boolean) => void = () => {}

/** Repeats a request after a password confirmation, unless that is cancelled. */
export async function withRecentPassword<Value>(send: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  for (;;) {
    const outcome = await send()
    if (outcome.ok || outcome.failure.code !== 'password_again' || !(await promptForPassword())) return outcome
  }
}

/** Simultaneous requests share one dialog. */
function promptForPassword(): Promise<boolean> {
  pendingPrompt ??= new Promise<boolean>((resolve) => {
    resolvePrompt = resolve
    $passwordPrompt.set({ busy: false })
  }).finally(() => {
    pendingPrompt = undefined
    $passwordPrompt.set(undefined)
  })
  return pendingPrompt
}

export async function confirmPassword(password: string): Promise<void> {
  if ($passwordPrompt.get()?.busy !== false) return
  if (password === '') return $passwordPrompt.set({ busy: false, problem: 'Enter your password' })
  $passwordPrompt.set({ busy: true })
  const prompt = pendingPrompt
  const outcome = await call(confirmCurrentPassword, { password })
  if (pendingPrompt !== prompt) return
  if (outcome.ok) return resolvePrompt(true)
  const { failure } = outcome
  if (failure.code === 'unauthorized') return redirectToSignIn(failure.ended)
  $passwordPrompt.set({ busy: false, problem: failure.fields?.password ?? formatFailure(failure) })
}

export const cancelPasswordPrompt = (): void => resolvePrompt(false)
