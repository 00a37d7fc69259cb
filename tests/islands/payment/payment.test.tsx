import type { ReactNode } from 'react'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { PaymentMethodContent } from '#islands/payment/PaymentMethods.tsx'
import type { PaymentResult as Facts, PaymentScreen } from '#stores/payment/screen.ts'
import { Payer, settled, TRANSFER } from '../../stores/payment/payer.ts'
import { mount } from '../booking/mount.ts'

const METHODS: PaymentMethodContent[] = (
  [
    ['esewa', 'eSewa', 'No fee', 'Instant'],
    ['khalti', 'Khalti', 'No fee', 'Instant'],
    ['stripe', 'Card', '3.5% + NPR 10', 'Instant'],
    ['qr_payment', 'QR payment', 'No fee', '2–5 minutes'],
    ['bank_transfer', 'Bank transfer', 'No fee', '1–2 business days'],
  ] as const
).map(([id, name, fees, processingTime]) => ({
  id,
  name,
  fees,
  processingTime,
  description: `About ${name}`,
  features: [`Made for ${name}`],
  popular: id === 'esewa',
}))

const SELLER = { name: 'A House', email: 'house@example.com', phone: '+977 1 000 0000' }

let page: Awaited<ReturnType<Payer['open']>>

// Parts that load later are loaded before, so that none arrives during the next test.
beforeAll(async () => {
  await Promise.all([
    import('#islands/payment/QrPanel.tsx'),
    import('#islands/payment/ConfirmEmail.tsx'),
    import('#islands/payment/CardPayment.tsx'),
    import('#islands/payment/TransferReceipt.tsx'),
  ])
})

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  document.title = 'Complete Your Payment · Chautari'
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function open(payer = new Payer(), returning = false, debug?: ReactNode): Promise<void> {
  page = await payer.open()
  page.close()
  const { default: Payment } = await import('#islands/payment/Payment.tsx')
  await mount(
    <Payment methods={METHODS} seller={SELLER} returning={returning}>
      {debug}
    </Payment>,
  )
  await act(settled)
}
const show = (screen: PaymentScreen) => act(() => page.$screen.set(screen))
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
const heading = () => document.querySelector('h1')?.textContent
const actions = () => [...document.querySelectorAll('a, button')].map((element) => element.textContent)

test('choosing: five methods with fee and time, eSewa chosen, the button says what is charged', async () => {
  await open()
  expect(heading()).toBe('Complete Your Payment')
  for (const { name, fees, processingTime } of METHODS) {
    expect(text()).toContain(name)
    expect(text()).toContain(`Made for ${name}`)
    expect(text()).toContain(`Fee: ${fees}`)
    expect(text()).toContain(`Processing time: ${processingTime}`)
  }
  expect(document.querySelector<HTMLInputElement>('input:checked')?.value).toBe('esewa')
  expect(text()).toContain('Pay NPR 11,400 with eSewa')
  expect(text()).toContain('Includes all taxes and fees')
  expect(text()).toContain('Sandbox payments: no money moves')
  expect(text()).toContain('Your place is held for 30:00')
})

test('choosing the card: its fee is a line of the summary and in the total', async () => {
  await open()
  await act(() => document.querySelector<HTMLInputElement>('input[value=stripe]')?.click())
  expect(text()).toContain('Payment feeNPR 409')
  expect(text()).toContain('Pay NPR 11,809 by card')
})

test('a method that is not available is disabled and shows the reason', async () => {
  const payer = new Payer()
  payer.server.reasons.khalti = 'Too late today for Khalti; choose eSewa'
  await open(payer)
  expect(document.querySelector<HTMLInputElement>('input[value=khalti]')?.disabled).toBe(true)
  expect(document.querySelector('label:has(input[value=khalti])')?.textContent).toContain(
    'Too late today for Khalti; choose eSewa',
  )
  expect(document.querySelector<HTMLInputElement>('input[value=stripe]')?.disabled).toBe(false)
})

test('near the end of the hold there is one button to extend it', async () => {
  const payer = new Payer()
  payer.server.expiresAt = payer.server.now + 48_000
  await open(payer)
  expect(text()).toContain('0:48 left')
  expect(actions()).toContain('Keep it 30 minutes more')
})

test('a hold of one minute is extended by one minute', async () => {
  const payer = new Payer()
  payer.server.expiresAt = payer.server.now + 48_000
  const site = { payments: 'sandbox', methods: [], holdMinutes: 1, debugPanel: false }
  payer.server.instead['GET /api/site'] = () => ({ status: 200, body: site })
  await open(payer)
  expect(actions()).toContain('Keep it 1 minute more')
})

describe('states of the payment screen', () => {
  const receipt = (status: Facts['status'], more: Partial<Facts> = {}): PaymentScreen => ({
    state: 'success',
    receipt: { status, method: 'esewa', amount: paisa(1_140_000), ...more },
  })

  test('processing', async () => {
    await open()
    await show({ state: 'processing' })
    expect(text()).toContain('Please wait while we process your payment...')
  })

  test('redirected', async () => {
    await open()
    await show({ state: 'pending', paymentId: 'x', view: 'redirected', isQuerying: false })
    expect(heading()).toBe('Payment Redirected')
    expect(actions()).toContain('Return to Booking')
  })

  test('under check: never called failed', async () => {
    await open()
    for (const view of ['checking', 'staff'] as const) {
      await show({ state: 'pending', paymentId: 'x', view, isQuerying: false, problem: 'No answer.' })
      expect(heading()).toBe('We are checking your payment')
      expect(actions()).toContain('Check again')
      expect(text()).toContain('No answer.')
      expect(text()).not.toMatch(/fail/i)
    }
  })

  test('verified money is successful', async () => {
    await open()
    await show(receipt('confirmed', { transactionId: '0007G36', paidTwice: paisa(984_250) }))
    expect(text()).toContain('You paid twice. We refund the second payment of NPR 9,842.50.')
    await show(receipt('confirmed', { transactionId: '0007G36' }))
    expect(text()).not.toContain('You paid twice')
    expect(heading()).toBe('Payment Successful!')
    expect(text()).toContain('Your booking is confirmed: Professional at Dhobighat Hub, 10 Dec 2026 – 9 Jan 2027.')
    expect(text()).toContain('Transaction ID0007G36')
    expect(text()).toContain('Amount paidNPR11,400')
    expect(actions()).toEqual(expect.arrayContaining(['View Booking', 'Back to Home']))
  })

  test('a trial claims no place: neither a hold nor a held place is named', async () => {
    await open()
    const booking = page.$booking.get()
    if (!booking) throw new Error('no booking')
    expect(text()).toContain('Your place is held for')
    await act(() => page.$booking.set({ ...booking, trial: true }))
    expect(text()).not.toContain('place is held')
    await show(receipt('received', { method: 'bank_transfer' }))
    expect(text()).toContain('We are checking your payment.')
    expect(text()).not.toMatch(/place( is)? held/i)
  })

  test('the receipt of a card adds up: price, fee and total', async () => {
    await open()
    await show(receipt('confirmed', { method: 'stripe', amount: paisa(1_180_900), fee: paisa(40_900) }))
    expect(text()).toContain('Amount paidNPR11,809')
    expect(text()).toContain('Plan price, per monthNPR 9,500')
    expect(text()).toContain('Payment feeNPR 409')
    expect(text()).toContain('TotalNPR11,809')
    await show(receipt('confirmed', { fee: paisa(0) }))
    expect(text()).not.toContain('Payment fee')
    expect(text()).toContain('TotalNPR11,400')
  })

  test('a printed receipt names seller and customer, and says in place of the banner that no money moved', async () => {
    await open()
    await show(receipt('confirmed', {}))
    const printed = document.querySelector('.print-only')?.textContent
    expect(printed).toContain('SellerA House, house@example.com, +977 1 000 0000')
    expect(printed).toContain('CustomerAarati Shrestha')
    expect(printed).toContain('Sandbox payments: no money moves')
    const banner = [...document.querySelectorAll('.note')].find((note) => note.textContent?.startsWith('Sandbox'))
    expect(banner?.classList.contains('no-print')).toBe(true)
  })

  test('money that nobody has seen yet is received: account, reference, deadline', async () => {
    await open()
    await show(receipt('received', { method: 'bank_transfer', transfer: TRANSFER }))
    expect(heading()).toBe('Booking received')
    expect(text()).toContain('We are checking your payment; your place is held.')
    for (const fact of [TRANSFER.bankName, TRANSFER.accountName, TRANSFER.accountNumber, TRANSFER.reference])
      expect(text()).toContain(fact)
    expect(text()).toContain('Transfer by6 Dec 2026, 13:00')
    expect(text()).not.toMatch(/success/i)
  })

  test.each(['received', 'needs_decision', 'refunded'] as const)(
    '%s does not say that it succeeded',
    async (standing) => {
      await open()
      await show(receipt(standing))
      expect(text()).not.toMatch(/successful|confirmed/i)
    },
  )

  test('error', async () => {
    await open()
    await show({ state: 'error', message: 'Unsupported payment method: khalti', gatewayMessage: '<b>Khalti</b>: no' })
    expect(text()).toContain('<b>Khalti</b>: no')
    expect(heading()).toBe('Payment Failed')
    expect(text()).toContain('Unsupported payment method: khalti')
    expect(actions()).toEqual(expect.arrayContaining(['Try Again', 'Back to Booking']))
    expect(document.title).toBe('Payment Failed · Chautari')
    expect(document.activeElement).toBe(document.querySelector('h1'))
  })

  test.each([
    [undefined, 'Not paid'],
    [true, 'Not confirmed'],
  ] as const)('error, isOutcomeUnknown: %s', async (unclear, tag) => {
    await open()
    await show({
      state: 'error',
      message: 'QR payment verification failed',
      ...(unclear && { isOutcomeUnknown: unclear }),
    })
    expect(document.querySelector('.tag')?.textContent).toBe(tag)
    expect(text().includes('do not pay again: write to us and name your booking BK-')).toBe(unclear === true)
  })

  test('other words within a state are read out: received becomes successful, a check goes to staff', async () => {
    await open()
    await show(receipt('received', { method: 'qr_payment' }))
    document.querySelector('a')?.focus()
    await show(receipt('confirmed', { method: 'qr_payment' }))
    expect(document.activeElement?.textContent).toBe('Payment Successful!')
    expect(document.title).toBe('Payment Successful! · Chautari')
    await show({ state: 'pending', paymentId: 'x', view: 'checking', isQuerying: false })
    document.querySelector('button')?.focus()
    await show({ state: 'pending', paymentId: 'x', view: 'checking', isQuerying: true })
    expect(document.activeElement?.tagName).toBe('BUTTON')
    await show({ state: 'pending', paymentId: 'x', view: 'staff', isQuerying: false })
    expect(document.activeElement?.tagName).toBe('H1')
    const said = document.activeElement?.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(said)?.textContent).toContain('Please do not pay again.')
  })

  test('what comes after a second look takes the focus', async () => {
    await open()
    await show({ state: 'reading' })
    document.querySelector('h1')?.blur()
    await show({ state: 'selecting' })
    expect(document.activeElement).toBe(document.querySelector('h1'))
  })

  test('nothing to pay leads to the wizard', async () => {
    const payer = new Payer()
    payer.storage.clear()
    await open(payer)
    expect(text()).toContain('There is nothing to pay yet')
    expect(document.querySelector('a')?.getAttribute('href')).toBe('/booking')
  })

  test('a hold that is over says what to do, and claims nothing about the draft', async () => {
    await open()
    await show({ state: 'ended' })
    expect(text()).toContain('The time to pay is over and your seat is free again. Book again to continue.')
  })

  test('an expired hold of a booking made by staff leads to the contact page', async () => {
    const payer = new Payer()
    payer.server.placedByStaff = true
    await open(payer)
    await show({ state: 'ended' })
    expect(heading()).toBe('Your hold has expired')
    expect(text()).toContain('Our staff made this booking for you: contact us to book again')
    expect([...document.querySelectorAll('a.button')].map((link) => link.getAttribute('href'))).toEqual(['/contact'])
  })
})

test('a receipt chosen for a transfer stays when the page is looked away from', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const payer = new Payer()
  payer.server.payments.push({
    id: 'transfer-00000001',
    method: 'bank_transfer',
    state: 'pending',
    transactionId: null,
  })
  payer.server.state = 'pending_verification'
  await open(payer)
  await act(vi.dynamicImportSettled)
  const { chooseFile } = await import('#stores/payment/receipt-upload.ts')
  await act(() => chooseFile(new File(['picture'], 'receipt.png', { type: 'image/png' })))
  const name = [...document.querySelectorAll('b')].find(({ textContent }) => textContent === 'receipt.png')
  expect(name).toBeDefined()
  const asked = payer.server.asked.length
  await act(() => payer.comeBack())
  expect(payer.server.asked.length).toBeGreaterThan(asked)
  expect(name?.isConnected).toBe(true)
  vi.restoreAllMocks()
})

test('the debug panel stands below the form where the build has one', async () => {
  await open(new Payer(), false, <p>Gateway test</p>)
  expect(text()).toContain('Gateway test')
  await show({ state: 'processing' })
  expect(text()).not.toContain('Gateway test')
})

test('a transfer that needs a confirmed email says where the link went and what happens next', async () => {
  const payer = new Payer()
  payer.server.needsEmail = true
  await open(payer)
  await act(() => document.querySelector<HTMLInputElement>('input[value=bank_transfer]')?.click())
  await act(() => document.querySelector('form')?.requestSubmit())
  await vi.waitFor(async () => {
    await act(settled)
    expect(text()).toContain('We sent a link to aarati@example.com.')
  })
  expect(heading()).toBe('Confirm your email first')
  expect(document.activeElement?.textContent).toBe('Confirm your email first')
  expect(document.querySelector('[aria-disabled]')?.textContent).toBe('Send the link again')
  await act(() =>
    [...document.querySelectorAll('button')]
      .find(({ textContent }) => textContent === 'Choose another method')
      ?.click(),
  )
  await act(settled)
  expect(heading()).toBe('Complete Your Payment')
})
