/** Returns `4,000`. Does not use `Intl`, whose first use takes a tenth of a second on a slow phone. */
export const formatWholeNumber = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

const DEVANAGARI_ZERO = '०'.charCodeAt(0)

/** Converts Devanagari digits. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))

const COUNT_NAMES = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
/** Returns a small count for the start of a heading: `Three`. Digits above ten. */
export const spellCount = (count: number): string => COUNT_NAMES[count] ?? formatWholeNumber(count)
