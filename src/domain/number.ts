/**
 * `4,000`: a whole number as every screen shows it. Without `Intl`, whose first use costs a slow phone a tenth of a
 * second.
 */
export const formatWholeNumber = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

const DEVANAGARI_ZERO = '०'.charCodeAt(0)

/** Digits as people in Nepal may type them, `९५००`, as those that are reckoned with. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))

const COUNT_NAMES = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
/** `Three`: a small count at the start of a heading; digits above ten. */
export const spellCount = (count: number): string => COUNT_NAMES[count] ?? formatWholeNumber(count)
