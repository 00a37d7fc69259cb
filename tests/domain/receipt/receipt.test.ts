import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import {
  CONFIDENCE_THRESHOLD,
  canTransitionQr,
  FILE_PROBLEMS,
  findFileProblem,
  findReceiptProblems,
  MAX_RECEIPT_AGE_MS,
  MAX_RECEIPT_BYTES,
  RECEIPT_PROBLEMS,
  SUCCESS_HANDOFF_MS,
  VERIFICATION_TIMEOUT_MS,
} from '#domain/receipt/receipt.ts'
import { assertProperty } from '../../support/property.ts'

const NOW = Date.parse('2026-12-09T08:00:00Z')
const EXPECTED = paisa(1_000_000)
const valid = { amount: EXPECTED, transactedAt: NOW, confidence: 0.95 }
const rules = (more: object, amount = EXPECTED) =>
  findReceiptProblems({ ...valid, ...more }, { amount, method: 'qr_payment' }, NOW)

test('the limits of receipts have the published values', () => {
  expect(CONFIDENCE_THRESHOLD).toBe(0.8)
  expect(MAX_RECEIPT_AGE_MS).toBe(1_800_000)
  expect(VERIFICATION_TIMEOUT_MS).toBe(300_000)
  expect(SUCCESS_HANDOFF_MS).toBe(1_000)
  expect(MAX_RECEIPT_BYTES).toBe(5_242_880)
})

test('FILE_PROBLEMS and RECEIPT_PROBLEMS have the published messages', () => {
  expect(FILE_PROBLEMS).toEqual({
    too_large: 'File size must be less than 5MB',
    not_an_image: 'Please upload an image file',
  })
  expect(RECEIPT_PROBLEMS).toEqual({
    low_confidence: 'Low confidence in OCR extraction',
    amount_missing: 'Amount not found in screenshot',
    amount_mismatch: 'Amount mismatch',
    too_old: 'Transaction too old',
  })
})

test.each([
  [5_242_880, 'image/png', undefined],
  [5_242_881, 'image/png', 'too_large'],
  [1, 'image/jpeg', undefined],
  [1, 'image/webp', undefined],
  [1, 'application/pdf', 'not_an_image'],
  [1, '', 'not_an_image'],
  [1, 'text/image/png', 'not_an_image'],
  [5_242_881, 'application/pdf', 'too_large'],
])('findFileProblem of %d bytes of "%s" returns %s', (size, type, problem) => {
  expect(findFileProblem({ size, type })).toBe(problem)
})

test.each([
  [{}, []],
  [{ confidence: 0.95 }, []],
  [{ confidence: 0.800_001 }, []],
  [{ confidence: 0.8 }, ['low_confidence']],
  [{ confidence: 0 }, ['low_confidence']],
  [{ confidence: Number.NaN }, ['low_confidence']],
  [{ amount: 1_010_000 }, []],
  [{ amount: 1_010_001 }, ['amount_mismatch']],
  [{ amount: 990_000 }, []],
  [{ amount: 989_999 }, ['amount_mismatch']],
  [{ amount: 0 }, ['amount_mismatch']],
  [{ amount: undefined }, ['amount_missing']],
  [{ transactedAt: NOW }, []],
  [{ transactedAt: NOW - 1_800_000 }, []],
  [{ transactedAt: NOW - 1_800_001 }, ['too_old']],
  [{ transactedAt: undefined }, []],
  // In display order.
  [{ confidence: 0.1, amount: undefined, transactedAt: 0 }, ['low_confidence', 'amount_missing', 'too_old']],
])('findReceiptProblems of a reading with %o returns %j', (more, problems) => expect(rules(more)).toEqual(problems))

test('findReceiptProblems tolerates exactly one percent', () => {
  const [amounts, near] = [fc.integer({ min: 1, max: 4_000_000_000 }), fc.integer({ min: -3, max: 3 })]
  assertProperty(amounts, near, fc.boolean(), (expected, off, above) => {
    const edge = Math.floor(expected / 100)
    const amount = Math.max(0, expected + (above ? edge : -edge) + off)
    const differs = BigInt(Math.abs(amount - expected)) * 100n > BigInt(expected)
    expect(rules({ amount: paisa(amount) }, paisa(expected))).toEqual(differs ? ['amount_mismatch'] : [])
  })
})

test('the QR panel makes only the listed transitions', () => {
  const states = ['pending', 'uploading', 'verifying', 'success', 'failed'] as const
  expect(states.map((from) => [from, ...states.filter((to) => canTransitionQr(from, to))])).toEqual([
    ['pending', 'uploading', 'failed'],
    ['uploading', 'verifying', 'failed'],
    ['verifying', 'success', 'failed'],
    ['success'],
    ['failed', 'pending'],
  ])
})
