import { fail, type Outcome, succeed } from '#contract/failure.ts'

/**
 * How many calls a visitor may make at once, and how many come back each hour. Starting values, in one place. All
 * processes count together (`shared-throttle.ts`) what reaches a person's inbox or costs money with every call: messages,
 * subscriptions, builds and the chat; tries to sign in have limits of their own there (`throttle.ts`). The others spare a
 * process its own work, and the database bounds what they leave: seats that are free again after their time,
 * three receipts of a payment. A writing before each of them would cost more than it keeps off.
 */
export const LIMITS = {
  /** Many customers share one address behind a carrier's NAT, so holds are generous. */
  placeBooking: { burst: 40, perHour: 40 },
  startPayment: { burst: 10, perHour: 60 },
  verifyPayment: { burst: 20, perHour: 600 },
  /** Of one booking, refused files included; three are kept. */
  sendReceipt: { burst: 10, perHour: 20 },
  /** From one address, whatever the booking. */
  sendReceiptFrom: { burst: 10, perHour: 10 },
  tellReading: { burst: 10, perHour: 60 },
  quote: { burst: 120, perHour: 7_200 },
  /** A whole hub may sit behind one address. */
  sendMessage: { burst: 5, perHour: 3 },
  subscribe: { burst: 5, perHour: 3 },
  /** Mails that confirm an email: to one address, and from one network. */
  confirmEmailTo: { burst: 5, perHour: 5 },
  confirmEmailFrom: { burst: 20, perHour: 20 },
  /** A build takes minutes, and hosts count them. */
  publish: { burst: 3, perHour: 12 },
  /** Never more than twenty in ten minutes: ten at once, and ten that come back meanwhile. */
  chat: { burst: 10, perHour: 60 },
} as const

type Limit = (typeof LIMITS)[keyof typeof LIMITS]

/** So many calls were left at that instant (milliseconds). */
export interface TokenBucket {
  tokens: number
  at: number
}

const MAX_BUCKETS = 100_000
/** What callers send as a key is not kept longer than this. */
const MAX_KEY_LENGTH = 100
const HOUR_MS = 3_600_000
const buckets = new Map<string, TokenBucket>()

/** Takes one call out of a bucket, a full one where there is none yet; refuses with the seconds to wait. */
export function consumeToken(
  { burst, perHour }: Limit,
  bucket: TokenBucket | undefined,
  now: number,
): Outcome<TokenBucket> {
  const { tokens: left, at } = bucket ?? { tokens: burst, at: now }
  // A clock that was set back takes nothing away.
  const tokens = Math.min(burst, left + (Math.max(0, now - at) / HOUR_MS) * perHour)
  if (tokens < 1) return fail('too_many', { retryAfter: ((1 - tokens) * 3_600) / perHour })
  return succeed({ tokens: tokens - 1, at: now })
}

/** A token bucket per name and key, in this process: it slows down, the database's own limits decide. */
export function throttle(name: keyof typeof LIMITS, key: string, now: number): Outcome<undefined> {
  const id = `${name} ${key.slice(0, MAX_KEY_LENGTH)}`
  const taken = consumeToken(LIMITS[name], buckets.get(id), now)
  if (!taken.ok) return taken
  // Oldest first: a Map keeps the order of insertion.
  buckets.delete(id)
  buckets.set(id, taken.value)
  if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value ?? '')
  return succeed(undefined)
}
