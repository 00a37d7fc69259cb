import { fail, type Outcome, succeed } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { getNetwork } from '../throttle/address.ts'
import { admitAttempt, isKnownDevice, type SignInAttempt } from './sign-in-throttle.ts'

/** Limits on password checks that wait or run in this process at once. */
const CHECK_LIMITS = {
  /** Of one network, or of one known device. */
  perSource: 2,
  /** Of all unknown devices: two that run, and a queue of 20. */
  unknown: 22,
  /** Seconds after which a rejected sign-in may try again; the queue is empty by then. */
  retryAfter: 1,
} as const

const sources = new Map<string, number>()
let unknown = 0

/**
 * Counts an attempt and runs its check, or fails with `too_many`. Known devices are counted apart and come first, so
 * that attackers cannot lock staff out.
 */
export async function withinCheckLimits<Value>(
  app: App,
  attempt: SignInAttempt,
  check: (priority: number) => Promise<Value>,
): Promise<Outcome<Value>> {
  const isKnown = await isKnownDevice(app, attempt)
  const source = isKnown ? `device ${attempt.email} ${attempt.device}` : `network ${getNetwork(attempt.address)}`
  const own = sources.get(source) ?? 0
  if (own >= CHECK_LIMITS.perSource || (!isKnown && unknown >= CHECK_LIMITS.unknown))
    return fail('too_many', { retryAfter: CHECK_LIMITS.retryAfter })
  sources.set(source, own + 1)
  if (!isKnown) unknown++
  try {
    const admitted = await admitAttempt(app, attempt)
    return admitted.ok ? succeed(await check(isKnown ? 1 : 0)) : admitted
  } finally {
    const left = (sources.get(source) ?? 1) - 1
    if (left > 0) sources.set(source, left)
    else sources.delete(source)
    if (!isKnown) unknown--
  }
}
