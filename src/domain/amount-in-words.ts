import type { Paisa } from './money.ts'

const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Nepali and Indian units: a lakh is 100,000 and a crore 10,000,000. */
const UNITS = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1_000, 'thousand'],
  [100, 'hundred'],
] as const

function spell(whole: number): string {
  for (const [size, name] of UNITS)
    if (whole >= size) {
      const rest = whole % size
      return `${spell(Math.floor(whole / size))} ${name}${rest > 0 ? ` ${spell(rest)}` : ''}`
    }
  if (whole < SMALL.length) return SMALL[whole] ?? ''
  const [tens = '', ones] = [TENS[Math.floor(whole / 10) - 2], whole % 10]
  return ones > 0 ? `${tens}-${SMALL[ones]}` : tens
}

/** `One lakh fifty thousand rupees and fifty paisa only`, as bills print it. */
export function formatAmountInWords(amount: Paisa): string {
  const [rupees, rest] = [Math.floor(amount / 100), amount % 100]
  const parts = [
    ...(rupees > 0 || rest === 0 ? [`${spell(rupees)} ${rupees === 1 ? 'rupee' : 'rupees'}`] : []),
    ...(rest > 0 ? [`${spell(rest)} paisa`] : []),
  ]
  const text = `${parts.join(' and ')} only`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
