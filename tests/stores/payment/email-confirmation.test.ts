import { describe, expect, test } from 'vitest'
import { BOOKING_ID, errorResponse, MINUTE, Payer, waitForRequests } from './payer.ts'

const REQUEST = `POST /api/bookings/${BOOKING_ID}/email-confirmation`
const SENT = { sending: false, sentTo: 'aarati@example.com', canResend: false }

/** Opens the screen of a transfer that needs a confirmed email. */
async function openConfirmation(payer = new Payer()) {
  payer.server.needsEmail = true
  const page = await payer.open()
  await page.payBy('bank_transfer')
  expect(page.state()).toEqual({ state: 'confirm_email' })
  const close = page.openEmailConfirmation()
  await waitForRequests()
  return { payer, page, close, requests: () => payer.server.requestsTo(/email-confirmation/).length }
}

describe('the email confirmation of a transfer', () => {
  test.each(['within seconds', 'when visible again'])('continues %s after the link was opened', async (when) => {
    const { payer, page } = await openConfirmation()
    await payer.advance(4_000)
    expect(page.state()).toEqual({ state: 'confirm_email' })
    payer.server.emailConfirmed = true
    if (when === 'within seconds') await payer.advance(4_000)
    else await payer.makeVisible()
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'received', method: 'bank_transfer' } })
  })

  test('sends a link when a transfer needs one, shows its address, and sends it again after a minute only', async () => {
    const { payer, page, requests } = await openConfirmation()
    expect(requests()).toBe(1)
    expect(page.$emailConfirmation.get()).toEqual(SENT)
    await payer.advance(MINUTE - 1_000)
    expect(page.$emailConfirmation.get().canResend).toBe(false)
    await payer.advance(1_000)
    expect(page.$emailConfirmation.get().canResend).toBe(true)
    await page.sendLink()
    expect(requests()).toBe(2)
    expect(page.$emailConfirmation.get()).toMatchObject({ canResend: false })
  })

  test('shows why no link was sent, and lets the customer try again', async () => {
    const { payer, page } = await openConfirmation(new Payer({ overrides: { [REQUEST]: () => 'unreachable' } }))
    const problem = expect.stringContaining('connection')
    expect(page.$emailConfirmation.get()).toMatchObject({ canResend: true, problem })
    delete payer.server.overrides[REQUEST]
    await page.sendLink()
    expect(page.$emailConfirmation.get()).toEqual(SENT)
  })

  test('shows that the hold has ended while the link was not opened', async () => {
    const { payer, page } = await openConfirmation()
    payer.server.state = 'expired'
    await payer.advance(4_000)
    expect(page.state()).toEqual({ state: 'ended' })
  })

  test('shows the state of a booking that no longer waits for a payment', async () => {
    const payer = new Payer()
    payer.server.overrides[REQUEST] = () => {
      payer.server.state = 'cancelled'
      return errorResponse(409, 'not_payable')
    }
    const { page } = await openConfirmation(payer)
    expect(page.state()).toEqual({ state: 'ended' })
  })

  test('returns to the methods when another one is chosen, and stays there', async () => {
    const { payer, page, close } = await openConfirmation()
    page.retryPayment()
    close()
    await waitForRequests()
    expect(page.state()).toEqual({ state: 'selecting' })
    payer.server.emailConfirmed = true
    await payer.makeVisible()
    expect(page.state()).toEqual({ state: 'selecting' })
  })
})
