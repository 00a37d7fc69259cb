import { expect, test } from 'vitest'
import { formatAmountInWords } from '#domain/amount-in-words.ts'
import { paisa } from '#domain/money.ts'

test.each([
  [1, 'One paisa only'],
  [100, 'One rupee only'],
  [200, 'Two rupees only'],
  [1_900, 'Nineteen rupees only'],
  [2_000, 'Twenty rupees only'],
  [2_105, 'Twenty-one rupees and five paisa only'],
  [10_000, 'One hundred rupees only'],
  [99_999, 'Nine hundred ninety-nine rupees and ninety-nine paisa only'],
  [100_000, 'One thousand rupees only'],
  [9_999_900, 'Ninety-nine thousand nine hundred ninety-nine rupees only'],
  [10_000_000, 'One lakh rupees only'],
  [15_000_050, 'One lakh fifty thousand rupees and fifty paisa only'],
  [1_000_000_000, 'One crore rupees only'],
  [100_000_000_000, 'One hundred crore rupees only'],
  [0, 'Zero rupees only'],
])('%i paisa are written as "%s"', (amount, words) => {
  expect(formatAmountInWords(paisa(amount))).toBe(words)
})
