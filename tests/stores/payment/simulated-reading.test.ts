import { beforeEach, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { findReceiptProblemsForMethod } from '#domain/receipt/receipt.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { readReceipt } from '#stores/payment/simulated-receipt-reader.ts'

const NOW = Date.parse('2026-12-03T07:15:00Z')
const expected = {
  amount: paisa(1_234_550),
  reference: 'BK-1796282100000-7K2M',
  payee: 'Sample payee, do not pay',
  startedAt: NOW - 60_000,
}

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

test('a simulated reading breaks no rule, two seconds later, at its fixed confidence', async () => {
  const shares: number[] = []
  const reading = readReceipt(new Blob(), expected, (share) => shares.push(share), new AbortController().signal)
  run()
  const found = await reading
  if (!found.read) throw new Error('not read')
  expect([waited, found.recognised.confidence, shares]).toEqual([2_000, 0.95, [0.5, 1]])
  expect(found.judgement.reading).toMatchObject({ amount: 1_234_550, transactionId: 'SIMULATED01234567' })
  const attempt = { amount: expected.amount, method: 'qr_payment' as const }
  expect(findReceiptProblemsForMethod(found.judgement.reading, attempt, NOW)).toEqual([])
  expect(found.judgement.verdicts.filter(({ verdict }) => verdict === 'broken')).toEqual([])
})

test('given up, it reads nothing', async () => {
  const end = new AbortController()
  const reading = readReceipt(new Blob(), expected, () => {}, end.signal)
  end.abort()
  expect(await reading).toEqual({ read: false })
})
