import { KB } from './figure.ts'
import type { Kind } from './routes.ts'

/** What a page of a kind may weigh and take; what is left out is measured and printed only. */
export interface Budget {
  /** Bytes of script that come before anybody presses anything, and whether React may be among them. */
  script?: number
  react: boolean
  /** Bytes of HTML and CSS, without which nothing is drawn. */
  drawn?: number
  fonts: number
  /** All bytes until the page was scrolled to its end. */
  whole?: number
  /** Layout shift, which is written with two digits, while fonts are held back longer than any line does. */
  shift: number
  /** Lighthouse's scores, 0 to 100. */
  performance: number
  others: number
  /** Milliseconds; blocking beyond what a bare page blocks on the same machine. */
  lcp?: number
  tbt?: number
}

const FONTS = 75 * KB
const STILL = 0.005
const CONTENT = { script: 2 * KB, react: false, fonts: FONTS, shift: STILL, performance: 99, others: 100, tbt: 0 }
const ISLAND = { react: true, fonts: FONTS, shift: STILL, performance: 95, others: 100 }

export const BUDGETS: Readonly<Record<Kind, Budget>> = {
  landing: { ...CONTENT, drawn: 20 * KB, whole: 250 * KB, lcp: 1_600 },
  text: { ...CONTENT, drawn: 14 * KB, lcp: 1_200 },
  island: ISLAND,
  // Before a way to pay is chosen; with a booking at hand, it is measured with the flows in a browser (e2e).
  payment: { ...ISLAND, script: 96 * KB },
  staff: ISLAND,
}
