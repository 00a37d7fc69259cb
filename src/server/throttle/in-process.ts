import { fail, type Outcome, succeed } from '#contract/failure.ts'

/** Calls at once and per hour. Endpoints that send email or cost money per call use `throttleShared`. */
export const LIMITS = {
  /** Many customers share one address behind carrier-grade NAT. */
  placeBooking: { burst: 40, perHour: 40 },
  startPayment: { burst: 10, perHour: 60 },
  /** A page that shows a QR code asks every 3 seconds. */
  verifyPayment: { burst: 20, perHour: 1_200 },
  /** Per booking, including rejected files. */
  sendReceipt: { burst: 10, perHour: 20 },
  /** Per network. */
  sendReceiptFrom: { burst: 10, perHour: 10 },
  reportReading: { burst: 10, perHour: 60 },
  readAvailability: { burst: 120, perHour: 7_200 },
  /** A whole location may share one address. */
  sendMessage: { burst: 5, perHour: 3 },
  subscribe: { burst: 5, perHour: 3 },
  bookTour: { burst: 5, perHour: 10 },
  /** What visitors cause about tours, per recipient: at most 6 emails in an hour. */
  emailTourTo: { burst: 4, perHour: 2 },
  joinWaitingList: { burst: 10, perHour: 10 },
  /** Per recipient. */
  waitingEmailTo: { burst: 6, perHour: 6 },
  /** All recipients together: at most 50 in an hour, so that a place that opens is not overrun. */
  waitingNotice: { burst: 10, perHour: 40 },
  /** Per address; `confirmEmailFrom` is per network. */
  confirmEmailTo: { burst: 5, perHour: 5 },
  confirmEmailFrom: { burst: 20, perHour: 20 },
  /** Links of bookings: at most 3 in any hour per address. `findBookingFrom` is per network. */
  sendLinksTo: { burst: 2, perHour: 1 },
  findBookingFrom: { burst: 20, perHour: 20 },
  /** Per booking or tour, with its secret. */
  customerAction: { burst: 30, perHour: 120 },
  /** Per booking, with its secret. */
  readBill: { burst: 10, perHour: 60 },
  /** Per staff member; one that is undone does not count. */
  mailing: { burst: 3, perHour: 12 },
  /** A build takes minutes, and hosts limit builds. */
  publish: { burst: 3, perHour: 12 },
  /** At most twenty in ten minutes. */
  chat: { burst: 10, perHour: 60 },
} as const

const HOUR_MS = 3_600_000
/** After this long without a call every bucket is full. */
export const MAX_REFILL_MS = Math.max(...Object.values(LIMITS).map(({ burst, perHour }) => (burst / perHour) * HOUR_MS))

type Limit = (typeof LIMITS)[keyof typeof LIMITS]

/** Calls left at an instant (milliseconds). */
interface TokenBucket {
  tokens: number
  at: number
}

const MAX_BUCKETS = 100_000
const MAX_KEY_LENGTH = 100
const buckets = new Map<string, TokenBucket>()

/** Fails with `too_many` and the seconds to wait. */
export function consumeToken(
  { burst, perHour }: Limit,
  bucket: TokenBucket | undefined,
  now: number,
): Outcome<TokenBucket> {
  const { tokens: left, at } = bucket ?? { tokens: burst, at: now }
  // A clock that is set back removes no tokens.
  const tokens = Math.min(burst, left + (Math.max(0, now - at) / HOUR_MS) * perHour)
  if (tokens < 1) return fail('too_many', { retryAfter: ((1 - tokens) * 3_600) / perHour })
  return succeed({ tokens: tokens - 1, at: now })
}

/** In this process only; the database limits what all processes do together. */
export function throttle(name: keyof typeof LIMITS, key: string, now: number): Outcome<undefined> {
  const id = `${name} ${key.slice(0, MAX_KEY_LENGTH)}`
  const consumed = consumeToken(LIMITS[name], buckets.get(id), now)
  if (!consumed.ok) return consumed
  // A Map keeps the order of insertion, so the first is the oldest.
  buckets.delete(id)
  buckets.set(id, consumed.value)
  if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value ?? '')
  return succeed(undefined)
}
