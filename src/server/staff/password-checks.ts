import { fail, type Outcome } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { getNetwork } from '../throttle/address.ts'
import { isKnownDevice, type SignInAttempt } from './sign-in-throttle.ts'

/** Limits on password checks that wait or run in this process at once. */
export const CHECK_LIMITS = {
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
 * Runs a password check, or rejects it with `too_many` where its network has two underway or the queue is full. Known
 * devices are counted on their own and come first: strangers cannot keep staff out, not even from the same network.
 */
export async function withinCheckLimits<Value>(
  app: App,
  who: SignInAttempt,
  check: (priority: number) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const isKnown = await isKnownDevice(app, who)
  const source = isKnown ? `device ${who.email} ${who.device}` : `network ${getNetwork(who.address)}`
  const own = sources.get(source) ?? 0
  if (own >= CHECK_LIMITS.perSource || (!isKnown && unknown >= CHECK_LIMITS.unknown))
    return fail('too_many', { retryAfter: CHECK_LIMITS.retryAfter })
  sources.set(source, own + 1)
  if (!isKnown) unknown++
  try {
    return await check(isKnown ? 1 : 0)
  } finally {
    const left = (sources.get(source) ?? 1) - 1
    if (left > 0) sources.set(source, left)
    else sources.delete(source)
    if (!isKnown) unknown--
  }
}
