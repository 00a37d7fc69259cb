import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { extractReceiptFacts } from '#domain/receipt/extraction.ts'
import { type RecognisedText, readReceiptText } from '#domain/receipt/reading.ts'
import {
  findReceiptProblems,
  RECEIPT_PROBLEMS,
  type ReceiptProblem,
  type ReceiptReading,
} from '#domain/receipt/receipt.ts'
import { CONDITIONS, type Condition, prepareReceipt, receiptImage } from '../support/receipts/images.ts'
import { LAYOUTS, type Layout } from '../support/receipts/layouts.ts'
import { correctText, EXPECTED, NOW, type ReceiptText } from '../support/receipts/text.ts'

/** Measures text recognition and the receipt rules on drawn receipts; real ones may be read worse. */
const SERVICE: Readonly<Record<Layout, string>> = {
  esewa: 'eSewa',
  khalti: 'Khalti',
  connectips: 'connectIPS',
  fonepay: 'Fonepay',
  nabil: 'Nabil Bank',
  global: 'Global IME Bank',
  nic: 'NIC Asia Bank',
}
const PROBLEMS = Object.keys(RECEIPT_PROBLEMS) as ReceiptProblem[]

/** The text of a wrong receipt, and the problems of which at least one must be found. */
const WRONG: Readonly<Record<string, { text: Partial<ReceiptText>; expected: readonly ReceiptProblem[] }>> = {
  'wrong amount': { text: { amount: '9,000.00' }, expected: ['amount_mismatch', 'amount_missing'] },
  'ten times less': { text: { amount: '950.00' }, expected: ['amount_mismatch', 'amount_missing'] },
  old: { text: { date: '2026-11-18', time: '14:05:09' }, expected: ['too_old'] },
  'of a year ago, BS': { text: { date: '2082-08-05', time: '14:05' }, expected: ['too_old'] },
  // The rules do not always find these: staff compare the payee and the account.
  'of another payee': { text: { payee: 'Bhatbhateni Store' }, expected: [] },
  'edited in one place': { text: { rowAmount: '950.00' }, expected: [] },
  'edited everywhere': { text: {}, expected: [] },
}

/** Measured 70, 67, 68, 51, 67, 60 and 66 of 70 on 21 November 2026, with some tolerance. */
const MIN_SHARES = {
  amount: 0.97,
  date: 0.92,
  time: 0.92,
  id: 0.68,
  payee: 0.92,
  service: 0.8,
  confident: 0.9,
}

let worker: Worker

beforeAll(async () => {
  worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath: 'node_modules/@tesseract.js-data/eng/4.0.0_best_int',
    cacheMethod: 'none',
  })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, debug_file: '/dev/null' })
})
afterAll(() => worker.terminate())

async function recognise(layout: Layout, text: ReceiptText, condition: Condition): Promise<RecognisedText> {
  const image = await prepareReceipt(await receiptImage(layout, text, condition))
  const { data } = await worker.recognize(image, { rotateAuto: true })
  return { text: data.text, confidence: data.confidence / 100 }
}

const findProblems = (reading: ReceiptReading) =>
  findReceiptProblems(reading, { amount: EXPECTED.amount, method: 'qr_payment' }, NOW)

const LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
}
/** Letters and digits only, with the ones that recognition confuses replaced. */
const fold = (text = '') =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/./g, (letter) => LOOKALIKES[letter] ?? letter)

/** The number of right results and of all results, by row and column. */
type Tally = Record<string, Record<string, [right: number, all: number]>>

/** Counts results in their row and in the row `all`. */
function count(tally: Tally, row: string, results: Readonly<Record<string, boolean>>) {
  for (const name of ['all', row]) {
    tally[name] ??= {}
    for (const [column, isRight] of Object.entries(results)) {
      const [right, all] = tally[name][column] ?? [0, 0]
      tally[name][column] = [right + Number(isRight), all + 1]
    }
  }
}

test('correct receipts are read in every condition', async () => {
  const [fields, problems]: [Tally, Tally] = [{}, {}]
  const turns = LAYOUTS.flatMap((layout) => CONDITIONS.map((condition) => ({ layout, condition })))
  for (const [turn, { layout, condition }] of turns.entries()) {
    const text = correctText(turn + LAYOUTS.indexOf(layout))
    const recognised = await recognise(layout, text, condition)
    const facts = extractReceiptFacts(recognised.text)
    const found = findProblems(readReceiptText(recognised))
    count(fields, condition, {
      amount: facts.amounts[0] === EXPECTED.amount,
      date: facts.moments[0]?.date === kathmanduDate(NOW),
      time: facts.moments[0]?.time === kathmanduTime(NOW - 300_000),
      id: facts.transactionIds.some((id) => fold(id) === fold(text.id)),
      payee: fold(facts.payee).startsWith(fold(text.payee)),
      service: facts.services.includes(SERVICE[layout]),
      confident: recognised.confidence > 0.8,
    } satisfies Record<keyof typeof MIN_SHARES, boolean>)
    count(problems, condition, Object.fromEntries(PROBLEMS.map((problem) => [problem, !found.includes(problem)])))
  }
  console.log(`${turns.length} right receipts: fields read, and problems not found, of all`)
  console.table(fields)
  console.table(problems)
  const below = Object.entries(MIN_SHARES).filter(([field, min]) => {
    const [right, all] = fields.all?.[field] ?? [0, 0]
    return !(right / all >= min)
  })
  expect(below).toEqual([])
})

test('the rules find the expected problems of wrong receipts', async () => {
  const found: Tally = {}
  const missed: string[] = []
  const conditions = ['clean', 'jpeg', 'dark', 'small'] as const
  for (const [name, { text, expected }] of Object.entries(WRONG))
    for (const [turn, layout] of LAYOUTS.entries()) {
      const condition = conditions[turn % conditions.length] ?? 'clean'
      const recognised = await recognise(layout, { ...correctText(turn), ...text }, condition)
      const problems = findProblems(readReceiptText(recognised))
      const isFound = expected.some((problem) => problems.includes(problem))
      count(found, name, { found: isFound, 'no other': problems.every((problem) => expected.includes(problem)) })
      if (expected.length > 0 && !isFound) missed.push(`${name}, ${layout}, ${condition}`)
    }
  console.log('wrong receipts: expected problem found, and no other, of all')
  console.table(found)
  expect(missed).toEqual([])
})
