import { beforeEach, describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { MINUTE, NOW, Payer, refusal, settled } from './payer.ts'

const RECEIPT = 'POST /api/payments/receipt'
const ID = 'attempt-1-00000000'
const EXPECTED = { paymentId: ID, amount: paisa(1_140_000), payee: 'A Payee' }
const FILE = new File(['picture'], 'receipt.png', { type: 'image/png' })
const RECEIVED = { state: 'success', receipt: { status: 'received', method: 'qr_payment' } }

let payer: Payer
let page: Awaited<ReturnType<Payer['open']>>

/** A payer in front of the code. */
beforeEach(async () => {
  payer = new Payer()
  payer.server.methods.add('qr_payment')
  page = await payer.open()
  page.selectMethod('qr_payment')
  await page.startPayment()
  await settled()
})

async function send(): Promise<void> {
  page.chooseFile(FILE)
  await page.sendReceipt(EXPECTED)
  await settled()
}
const isUnderReview = () => page.$underReview.get()?.paymentId === ID

describe('a receipt that staff have', () => {
  // No picture can be read here: a stored receipt ends as one that was not verified.
  beforeEach(async () => {
    await send()
    expect(page.$upload.get()).toMatchObject({ state: 'failed', problem: { kind: 'unverified' } })
    expect(isUnderReview()).toBe(true)
  })

  test.each([
    ['without a network', 'unreachable', 'not_sent'],
    ['over the rate limit', refusal(429, 'too_many', { retryAfter: 3_101 }), 'not_sent'],
    ['over the limit of receipts', refusal(429, 'too_many', { message: 'We have 3.' }), 'complete'],
    ['as no image', refusal(422, 'unreadable_picture'), 'rejected'],
  ] as const)('stays under review when another one fails %s', async (_, answer, kind) => {
    payer.server.instead[RECEIPT] = () => answer
    page.rechooseFile()
    expect(isUnderReview()).toBe(true)
    await send()
    expect(page.$upload.get()).toMatchObject({ state: 'failed', problem: { kind } })
    expect(isUnderReview()).toBe(true)
    await page.abandonQrPayment()
    expect(page.state()).toMatchObject(RECEIVED)
  })

  test('stays under review while the server cannot be reached at all', async () => {
    payer.server.instead[RECEIPT] = () => 'unreachable'
    payer.server.instead[`GET /api/bookings/${page.$booking.get()?.bookingId}`] = () => 'unreachable'
    page.rechooseFile()
    await send()
    await payer.pass(MINUTE)
    expect(isUnderReview()).toBe(true)
    page.closeUpload(EXPECTED)
    expect(page.state()).toMatchObject(RECEIVED)
  })

  test('is still known after a reload', async () => {
    page = await payer.open()
    expect(page.state()).toMatchObject(RECEIVED)
    expect(isUnderReview()).toBe(true)
  })

  test('keeps its panel when the page is looked at again, so that a clearer one can be chosen', async () => {
    page.rechooseFile()
    await payer.comeBack()
    expect(page.state()).toMatchObject({ state: 'qr_payment', paymentId: ID })
  })

  test('is no longer under review once staff have decided', async () => {
    payer.server.settle(ID, 'confirmed')
    await payer.pass(MINUTE)
    expect(page.$underReview.get()).toBeUndefined()
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'confirmed' } })
  })
})

/** Another tab sends a receipt for the same code. */
function sendElsewhere(): void {
  payer.server.payment(ID).receiptAt = new Date(payer.server.now).toISOString()
  payer.server.state = 'pending_verification'
}

describe('giving up', () => {
  test('shows the booking as received when another tab has sent a receipt', async () => {
    sendElsewhere()
    await page.abandonQrPayment()
    expect(page.state()).toMatchObject(RECEIVED)
  })

  test('declares nothing failed while the server cannot be reached', async () => {
    payer.server.instead[`GET /api/bookings/${page.$booking.get()?.bookingId}`] = () => 'unreachable'
    await page.abandonQrPayment()
    expect(page.state()).toMatchObject({ state: 'qr_payment', problem: expect.stringContaining('could not reach') })
  })

  test('ends on the error screen when no receipt was sent', async () => {
    await page.abandonQrPayment()
    expect(page.state()).toMatchObject({ state: 'error', message: 'QR payment verification failed' })
  })
})

test('an upload whose response is lost is found under review', async () => {
  payer.server.instead[RECEIPT] = () => {
    sendElsewhere()
    return 'unreachable'
  }
  await send()
  expect(page.$upload.get()).toMatchObject({ state: 'failed', problem: { kind: 'not_sent' } })
  expect(isUnderReview()).toBe(true)
})

test('a receipt sent from another tab is under review in this one', async () => {
  sendElsewhere()
  await payer.comeBack()
  expect(isUnderReview()).toBe(true)
})

describe('Try Again', () => {
  test.each(['unreadable_picture', 'unsupported_type', 'too_large'])('clears a file rejected as %s', async (code) => {
    payer.server.instead[RECEIPT] = () => refusal(422, code)
    await send()
    page.rechooseFile()
    expect(page.$upload.get()).toEqual({ state: 'pending' })
  })

  test('keeps a file that did not arrive', async () => {
    payer.server.instead[RECEIPT] = () => 'unreachable'
    await send()
    page.rechooseFile()
    expect(page.$upload.get()).toEqual({ state: 'pending', file: FILE })
  })

  test('restarts the time to pay, within the time that the seats are held', async () => {
    const ends = (): number => {
      const screen = page.state()
      if (screen.state !== 'qr_payment') throw new Error(`no panel on ${screen.state}`)
      return (Date.parse(screen.details.expiresAt) - NOW) / MINUTE
    }
    payer.server.instead[RECEIPT] = () => refusal(422, 'unreadable_picture')
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
