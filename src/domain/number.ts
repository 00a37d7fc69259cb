/** Returns `4,000`. Does not use `Intl`, whose first use takes a tenth of a second on a slow phone. */
export const formatWholeNumber = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

const DEVANAGARI_ZERO = '०'.charCodeAt(0)

/** Converts Devanagari digits. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))

/** Small counts in words, and the larger ones that people write out, with their digits. */
export const NUMBER_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, fifteen 15',
    'twenty 20, thirty 30, forty 40, fifty 50, sixty 60, eighty 80',
  ].flatMap((list) => list.split(', ').map((pair) => pair.split(' '))),
)

const COUNT_NAMES = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
/** Returns a small count for the start of a heading: `Three`. Digits above ten. */
export const spellCount = (count: number): string => COUNT_NAMES[count] ?? formatWholeNumber(count)
