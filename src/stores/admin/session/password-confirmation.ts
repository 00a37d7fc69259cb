import { atom } from 'nanostores'
import { confirmCurrentPassword } from '#contract/admin/session.ts'
import type { Outcome } from '#contract/failure.ts'
import { call, formatFailure } from '../../api.ts'
import { redirectToSignIn } from './sign-in-redirect.ts'

/** The small dialog that asks for the password again; undefined while nothing does. */
export interface PasswordPrompt {
  busy: boolean
  problem?: string
}

export const $passwordPrompt = atom<PasswordPrompt | undefined>()

let pendingPrompt: Promise<boolean> | undefined
let resolvePrompt: (proven: boolean) => void = () => {}

/** Makes a call; where it needs the password again, asks for it and repeats the call. Called off, the refusal stays. */
export async function withRecentPassword<Value>(ask: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  for (;;) {
    const answer = await ask()
    if (answer.ok || answer.failure.code !== 'password_again' || !(await promptForPassword())) return answer
  }
}

/** Several calls that need it at once wait for one dialog. */
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
  const asking = pendingPrompt
  const answer = await call(confirmCurrentPassword, { password })
  // Called off meanwhile: nothing asks any more, or something else does.
  if (pendingPrompt !== asking) return
  if (answer.ok) return resolvePrompt(true)
  const { failure } = answer
  if (failure.code === 'unauthorized') return redirectToSignIn(failure.ended)
  $passwordPrompt.set({ busy: false, problem: failure.fields?.password ?? formatFailure(failure) })
}

export const cancelPasswordPrompt = (): void => resolvePrompt(false)
