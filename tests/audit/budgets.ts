import { KB } from './measurement.ts'
import type { Kind } from './routes.ts'

/** Limits for a kind of page. Values without a limit are measured and printed. */
export interface Budget {
  /** Bytes of script loaded before the first interaction, and whether React may be part of it. */
  script?: number
  /** Files of script, with the one of the newsletter's form in the footer. */
  files?: number
  react: boolean
  /** Bytes of HTML and CSS, which block rendering. */
  drawn?: number
  fonts: number
  /** Bytes loaded after scrolling to the end. */
  whole?: number
  /** Layout shift while fonts are delayed; written with two digits. */
  shift: number
  /** Lighthouse scores, 0 to 100. */
  performance: number
  others: number
  /** Milliseconds; `tbt` is measured beyond the blocking time of an empty page on the same machine. */
  lcp?: number
  /** Until the page responds to every input. */
  tti?: number
  tbt?: number
}

const FONTS = 75 * KB
const STILL = 0.005
const CONTENT = { script: 2 * KB, react: false, fonts: FONTS, shift: STILL, performance: 99, others: 100, tbt: 0 }
const ISLAND = { react: true, fonts: FONTS, shift: STILL, performance: 95, others: 100 }

export const BUDGETS: Readonly<Record<Kind, Budget>> = {
  landing: { ...CONTENT, drawn: 20 * KB, whole: 250 * KB, lcp: 1_600 },
  text: { ...CONTENT, drawn: 14 * KB, lcp: 1_200 },
  booking: { ...ISLAND, script: 100 * KB, files: 12, lcp: 1_400, tti: 3_000 },
  // Measured before a payment method is chosen; the browser tests measure it with a booking.
  payment: { ...ISLAND, script: 94 * KB, files: 12, lcp: 1_800, tti: 1_800 },
  // Its first paint is HTML.
  yourBooking: { ...ISLAND, script: 85 * KB, files: 11, lcp: 1_600, tti: 1_800 },
  staff: ISLAND,
}
