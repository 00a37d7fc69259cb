import { expect, test } from 'vitest'
import { BOOKING_ID, MINUTE, Payer, refusal, settled } from './payer.ts'

const REQUEST = `POST /api/bookings/${BOOKING_ID}/email-confirmation`

/** Chooses a transfer that needs a confirmed email; the screen that asks for it is open. */
async function asked(payer = new Payer()) {
  payer.server.needsEmail = true
  const page = await payer.open()
  page.selectMethod('bank_transfer')
  await page.startPayment()
  expect(page.state()).toEqual({ state: 'confirm_email' })
  const close = page.openEmailConfirmation()
  await settled()
  return { payer, page, close, requests: () => payer.server.calls(/email-confirmation/).length }
}

test('sends a link as soon as a transfer needs one, and says where to', async () => {
  const { page, requests } = await asked()
  expect(requests()).toBe(1)
  expect(page.$emailConfirmation.get()).toEqual({ sending: false, sentTo: 'aarati@example.com', canResend: false })
})

test.each(['within seconds', 'when the page is looked at again'])(
  'continues with the transfer %s once the link was opened elsewhere',
  async (when) => {
    const { payer, page } = await asked()
    await payer.pass(4_000)
    expect(page.state()).toEqual({ state: 'confirm_email' })
    payer.server.emailConfirmed = true
    if (when === 'within seconds') await payer.pass(4_000)
    else await payer.comeBack()
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'received', method: 'bank_transfer' } })
  },
)

test('sends the link again after a minute, and not before', async () => {
  const { payer, page, requests } = await asked()
  await payer.pass(MINUTE - 1_000)
  expect(page.$emailConfirmation.get().canResend).toBe(false)
  await payer.pass(1_000)
  expect(page.$emailConfirmation.get().canResend).toBe(true)
  await page.sendLink()
  expect(requests()).toBe(2)
  expect(page.$emailConfirmation.get()).toMatchObject({ canResend: false })
})

test('shows why no link was sent, and lets the customer try again', async () => {
  const payer = new Payer()
  payer.server.instead[REQUEST] = () => 'unreachable'
  const { page } = await asked(payer)
  expect(page.$emailConfirmation.get()).toMatchObject({
    canResend: true,
    problem: expect.stringContaining('connection'),
  })
  delete payer.server.instead[REQUEST]
  await page.sendLink()
  expect(page.$emailConfirmation.get()).toEqual({ sending: false, sentTo: 'aarati@example.com', canResend: false })
})

test('shows that the hold has ended while the link was not opened', async () => {
  const { payer, page } = await asked()
  payer.server.state = 'expired'
  await payer.pass(4_000)
  expect(page.state()).toEqual({ state: 'ended' })
})

test('shows the state of a booking that no longer waits for a payment', async () => {
  const payer = new Payer()
  payer.server.instead[REQUEST] = () => {
    payer.server.state = 'cancelled'
    return refusal(409, 'not_payable')
  }
  const { page } = await asked(payer)
  expect(page.state()).toEqual({ state: 'ended' })
})

test('leaves another method to choose, and stays there', async () => {
  const { payer, page, close } = await asked()
  page.retryPayment()
  close()
  await settled()
  expect(page.state()).toEqual({ state: 'selecting' })
  payer.server.emailConfirmed = true
  await payer.comeBack()
  expect(page.state()).toEqual({ state: 'selecting' })
})
