import { beforeEach, describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { BOOKING_ID, errorResponse, ID, MINUTE, NOW, openPayer, type Payer, waitForRequests } from './payer.ts'

const READ = `GET /api/bookings/${BOOKING_ID}`
const RECEIPT = 'POST /api/payments/receipt'
const EXPECTED = { paymentId: ID, amount: paisa(1_140_000), payee: 'A Payee' }
const FILE = new File(['image'], 'receipt.png', { type: 'image/png' })
const RECEIVED = { state: 'success', result: { status: 'received', method: 'qr_payment' } }

let payer: Payer
let page: Awaited<ReturnType<Payer['open']>>

beforeEach(async () => {
  ;({ payer, page } = await openPayer({ method: 'qr_payment', methods: new Set(['qr_payment']) }))
  await waitForRequests()
})

async function send(): Promise<void> {
  page.chooseFile(FILE)
  await page.sendReceipt(EXPECTED)
  await waitForRequests()
}
const isUnderReview = () => page.$underReview.get()?.paymentId === ID

describe('a stored receipt', () => {
  // No image can be read in this environment, so that a stored receipt remains unverified.
  beforeEach(async () => {
    await send()
    expect(page.$upload.get()).toMatchObject({ state: 'failed', problem: { kind: 'unverified' } })
    expect(isUnderReview()).toBe(true)
  })

  test.each([
    ['without a network', 'unreachable', 'not_sent'],
    ['over the rate limit', errorResponse(429, 'too_many', { retryAfter: 3_101 }), 'not_sent'],
    ['over the limit of receipts', errorResponse(429, 'too_many', { message: 'We have 3.' }), 'complete'],
    ['as no image', errorResponse(422, 'unreadable_picture'), 'rejected'],
  ] as const)('stays under review when another one fails %s', async (_, response, kind) => {
    payer.server.overrides[RECEIPT] = () => response
    page.rechooseFile()
    expect(isUnderReview()).toBe(true)
    await send()
    expect(page.$upload.get()).toMatchObject({ state: 'failed', problem: { kind } })
    expect(isUnderReview()).toBe(true)
    await page.abandonQrPayment()
    expect(page.state()).toMatchObject(RECEIVED)
  })

  test('stays under review while the server cannot be reached at all', async () => {
    payer.server.overrides[RECEIPT] = () => 'unreachable'
    payer.server.overrides[READ] = () => 'unreachable'
    page.rechooseFile()
    await send()
    await payer.advance(MINUTE)
    expect(isUnderReview()).toBe(true)
    page.closeUpload(EXPECTED)
    expect(page.state()).toMatchObject(RECEIVED)
  })

  test('keeps its panel for a clearer image when the page becomes visible, and is known after a reload', async () => {
    page.rechooseFile()
    await payer.makeVisible()
    expect(page.state()).toMatchObject({ state: 'qr_payment', paymentId: ID })
    page = await payer.open()
    expect(page.state()).toMatchObject(RECEIVED)
    expect(isUnderReview()).toBe(true)
  })

  test('is no longer under review once staff have decided', async () => {
    payer.server.settle('confirmed')
    await payer.advance(MINUTE)
    expect(page.$underReview.get()).toBeUndefined()
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
  })
})

/** Sends a receipt for the same code from another tab. */
function sendFromOtherTab(): void {
  payer.server.payment().receiptAt = new Date(payer.server.now).toISOString()
  payer.server.state = 'pending_verification'
}

describe('abandoning a QR payment', () => {
  test('shows the booking as received when another tab has sent a receipt', async () => {
    sendFromOtherTab()
    await page.abandonQrPayment()
    expect(page.state()).toMatchObject(RECEIVED)
  })

  test('reports no failure while the server cannot be reached', async () => {
    payer.server.overrides[READ] = () => 'unreachable'
    await page.abandonQrPayment()
    expect(page.state()).toMatchObject({ state: 'qr_payment', problem: expect.stringContaining('could not reach') })
  })

  test('leaves the outcome unknown when no receipt was sent', async () => {
    await page.abandonQrPayment()
    expect(page.state()).toEqual({ state: 'error', message: 'QR payment verification failed', isOutcomeUnknown: true })
  })
})

test('an upload whose response is lost is found under review', async () => {
  payer.server.overrides[RECEIPT] = () => {
    sendFromOtherTab()
    return 'unreachable'
  }
  await send()
  expect(page.$upload.get()).toMatchObject({ state: 'failed', problem: { kind: 'not_sent' } })
  expect(isUnderReview()).toBe(true)
})

test('a receipt sent from another tab is under review in this one', async () => {
  sendFromOtherTab()
  await payer.makeVisible()
  expect(isUnderReview()).toBe(true)
})

describe('Try Again after a failed receipt', () => {
  const rejected = (code: string) => [`clears a file rejected as ${code}`, errorResponse(422, code), {}] as const
  test.each([
    ...['unreadable_picture', 'unsupported_type', 'too_large'].map(rejected),
    ['keeps a file that did not arrive', 'unreachable', { file: FILE }],
  ] as const)('%s', async (_, response, file) => {
    payer.server.overrides[RECEIPT] = () => response
    await send()
    page.rechooseFile()
    expect(page.$upload.get()).toEqual({ state: 'pending', ...file })
  })

  test('restarts the time to pay, within the time that the seats are held', async () => {
    const ends = (): number => {
      const screen = page.state()
      if (screen.state !== 'qr_payment') throw new Error(`no panel on ${screen.state}`)
      return (Date.parse(screen.details.expiresAt) - NOW) / MINUTE
    }
    payer.server.overrides[RECEIPT] = () => errorResponse(422, 'unreadable_picture')
    expect(ends()).toBe(5)
    for (const [at, end] of [
      [4, 9],
      [28, 30],
    ] as const) {
      payer.server.now = NOW + at * MINUTE
      await send()
      page.rechooseFile()
      expect(ends()).toBe(end)
    }
  })
})
