import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import {
  AMOUNT_TOLERANCE_BASIS_POINTS,
  CONFIDENCE_THRESHOLD,
  canTransitionQr,
  FILE_PROBLEMS,
  findFileProblem,
  findReceiptProblems,
  MAX_RECEIPT_AGE_MS,
  MAX_RECEIPT_BYTES,
  QR_STATES,
  RECEIPT_PROBLEMS,
  SUCCESS_HANDOFF_MS,
  VERIFICATION_TIMEOUT_MS,
} from '#domain/receipt/receipt.ts'

const NOW = Date.parse('2026-12-09T08:00:00Z')
const EXPECTED = paisa(1_000_000)
const good = { amount: EXPECTED, transactedAt: NOW, confidence: 0.95 }
const rules = (more: object, expected = EXPECTED) => findReceiptProblems({ ...good, ...more }, expected, NOW)

test('the limits of a receipt', () => {
  expect(CONFIDENCE_THRESHOLD).toBe(0.8)
  expect(AMOUNT_TOLERANCE_BASIS_POINTS).toBe(100)
  expect(MAX_RECEIPT_AGE_MS).toBe(1_800_000)
  expect(VERIFICATION_TIMEOUT_MS).toBe(300_000)
  expect(SUCCESS_HANDOFF_MS).toBe(1_000)
  expect(MAX_RECEIPT_BYTES).toBe(5_242_880)
})

test('the messages of a rejected receipt', () => {
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

describe('the file', () => {
  test.each([
    [5_242_880, 'image/png', undefined],
    [5_242_881, 'image/png', 'too_large'],
    [1, 'image/jpeg', undefined],
    [1, 'image/webp', undefined],
    [1, 'application/pdf', 'not_an_image'],
    [1, '', 'not_an_image'],
    [1, 'text/image/png', 'not_an_image'],
    [5_242_881, 'application/pdf', 'too_large'],
  ])('%d bytes of "%s": %s', (size, type, problem) => {
    expect(findFileProblem({ size, type })).toBe(problem)
  })
})

describe('the reading', () => {
  test('of a good receipt passes', () => {
    expect(rules({})).toEqual([])
  })

  test.each([
    [0.95, []],
    [0.800_001, []],
    [0.8, ['low_confidence']],
    [0, ['low_confidence']],
    [Number.NaN, ['low_confidence']],
  ])('with confidence %d: %j', (confidence, problems) => {
    expect(rules({ confidence })).toEqual(problems)
  })

  test.each([
    [1_010_000, []],
    [1_010_001, ['amount_mismatch']],
    [990_000, []],
    [989_999, ['amount_mismatch']],
    [0, ['amount_mismatch']],
    [undefined, ['amount_missing']],
  ])('with an amount of %s for 1,000,000: %j', (amount, problems) => {
    expect(rules({ amount })).toEqual(problems)
  })

  test('tolerates one percent and not a paisa more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_000_000_000 }),
        fc.integer({ min: -3, max: 3 }),
        fc.boolean(),
        (expected, off, above) => {
          const edge = Math.floor(expected / 100)
          const amount = Math.max(0, expected + (above ? edge : -edge) + off)
          const differs = BigInt(Math.abs(amount - expected)) * 100n > BigInt(expected)
          expect(rules({ amount: paisa(amount) }, paisa(expected))).toEqual(differs ? ['amount_mismatch'] : [])
        },
      ),
    )
  })

  test.each([
    [0, []],
    [1_800_000, []],
    [1_800_001, ['too_old']],
    [undefined, []],
  ])('of a transaction %s milliseconds ago: %j', (age, problems) => {
    expect(rules({ transactedAt: age === undefined ? undefined : NOW - age })).toEqual(problems)
  })

  test('lists every broken rule in display order', () => {
    expect(rules({ confidence: 0.1, amount: undefined, transactedAt: 0 })).toEqual([
      'low_confidence',
      'amount_missing',
      'too_old',
    ])
  })
})

test('the QR panel makes the listed moves and no other', () => {
  const moves = QR_STATES.flatMap((from) =>
    QR_STATES.filter((to) => canTransitionQr(from, to)).map((to) => `${from} ${to}`),
  )
  expect(moves).toEqual([
    'pending uploading',
    // The time ran out.
    'pending failed',
    'uploading verifying',
    'uploading failed',
    'verifying success',
    'verifying failed',
    // Try Again.
    'failed pending',
  ])
})
