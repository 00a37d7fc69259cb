import { atom } from 'nanostores'
import { provePassword } from '#contract/admin/session.ts'
import type { Outcome } from '#contract/failure.ts'
import { call, messageOf } from '../api.ts'
import { goToLogin } from './door.ts'

/** The small dialog that asks for the password again; undefined while nothing does. */
export interface Proof {
  busy: boolean
  problem?: string
}

export const $proof = atom<Proof | undefined>()

let answered: Promise<boolean> | undefined
let settle: (proven: boolean) => void = () => {}

/** Makes a call; where it needs the password again, asks for it and repeats the call. Called off, the refusal stays. */
export async function withProof<Value>(ask: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  for (;;) {
    const answer = await ask()
    if (answer.ok || answer.failure.code !== 'password_again' || !(await proven())) return answer
  }
}

/** Several calls that need it at once wait for one dialog. */
function proven(): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => {
    settle = resolve
    $proof.set({ busy: false })
  }).finally(() => {
    answered = undefined
    $proof.set(undefined)
  })
  return answered
}

export async function prove(password: string): Promise<void> {
  if ($proof.get()?.busy !== false) return
  if (password === '') return $proof.set({ busy: false, problem: 'Enter your password' })
  $proof.set({ busy: true })
  const asking = answered
  const answer = await call(provePassword, { password })
  // Called off meanwhile: nothing asks any more, or something else does.
  if (answered !== asking) return
  if (answer.ok) return settle(true)
  const { failure } = answer
  if (failure.code === 'unauthorized') return goToLogin(failure.ended)
  $proof.set({ busy: false, problem: failure.fields?.password ?? messageOf(failure) })
}

export const callOffProof = (): void => settle(false)
