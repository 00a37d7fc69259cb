import { beforeEach, describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { findReceiptProblems } from '#domain/receipt/receipt.ts'
import { readReceipt } from '#stores/payment/simulated-receipt-reader.ts'
import { replaceEnvironment } from '../../support/environment.ts'

const NOW = Date.parse('2026-12-03T07:15:00Z')
const expected = { amount: paisa(1_234_550), payee: 'Sample payee, do not pay' }

let run = () => {}
let waited = 0
beforeEach(() =>
  replaceEnvironment({
    now: () => NOW,
    randomId: () => '0123456789abcdef0123456789abcdef',
    later: (then, milliseconds) => {
      run = then
      waited = milliseconds
      return () => {}
    },
  }),
)

describe('the simulated receipt reader', () => {
  test('returns a reading that breaks no rule after two seconds', async () => {
    const shares: number[] = []
    const reading = readReceipt(new Blob(), expected, (share) => shares.push(share), new AbortController().signal)
    run()
    const found = await reading
    if (!found) throw new Error('not read')
    expect([waited, found.confidence, shares]).toEqual([2_000, 0.95, [0.5, 1]])
    expect(found).toMatchObject({ amount: 1_234_550, transactionId: 'SIMULATED01234567' })
    const attempt = { amount: expected.amount, method: 'qr_payment' as const }
    expect(findReceiptProblems(found, attempt, NOW)).toEqual([])
  })

  test('returns undefined when cancelled', async () => {
    const controller = new AbortController()
    const reading = readReceipt(new Blob(), expected, () => {}, controller.signal)
    controller.abort()
    expect(await reading).toBeUndefined()
  })
})
