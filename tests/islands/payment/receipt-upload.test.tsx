import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { Upload, UploadProblem } from '#stores/payment/receipt-upload.ts'
import { errorResponse, NOW, Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { SELLER } from '../../support/seller.ts'
import { waitFor } from '../../support/wait-for.ts'
import { click, findButton, mount } from '../booking/mount.ts'

const FILE = new File(['image'], 'receipt.png', { type: 'image/png' })
const UNDER_REVIEW = 'We have your receipt. Please don’t pay again.'
const PROBLEM: UploadProblem = {
  kind: 'unverified',
  text: 'Payment verification failed - details do not match',
  rules: ['Amount mismatch'],
}
const NOT_SENT: UploadProblem = { kind: 'not_sent', text: 'Too many attempts. Try again in 52 minutes.', rules: [] }

let payer: Payer
let page: Awaited<ReturnType<Payer['open']>>

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  payer = new Payer({ methods: new Set(['qr_payment', 'bank_transfer']) })
  page = await payer.open()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function payBy(method: 'qr_payment' | 'bank_transfer'): Promise<void> {
  await page.payBy(method)
  await waitForRequests()
}
async function openPanel(): Promise<void> {
  await payBy('qr_payment')
  const { default: QrPanel } = await import('#islands/payment/QrPanel.tsx')
  const screen = page.state()
  if (screen.state !== 'qr_payment') throw new Error(`no panel on ${screen.state}`)
  await mount(<QrPanel {...screen} banks={['Nabil']} processingTime="2–5 minutes" />)
}
async function openReceipt(): Promise<void> {
  const { default: PaymentResultPanel } = await import('#islands/payment/PaymentResultPanel.tsx')
  const screen = page.state()
  if (screen.state !== 'success') throw new Error(`no receipt on ${screen.state}`)
  await mount(
    <PaymentResultPanel result={screen.result} methods={[]} seller={SELLER} visit={{ locations: [], whatsapp: '' }} />,
  )
}
async function openTransfer(): Promise<void> {
  await payBy('bank_transfer')
  await openReceipt()
  await waitFor(async () => {
    await act(waitForRequests)
    expect(document.querySelector('input[type=file]')).not.toBeNull()
  })
}
/** Loads the booking with a receipt that staff have. */
async function receive(): Promise<void> {
  payer.server.payment().receiptAt = new Date(NOW).toISOString()
  payer.server.state = 'pending_verification'
  await act(() => page.readBooking())
}
const setUpload = (upload: Upload) => act(() => page.$upload.set(upload))
const text = () => document.body.textContent ?? ''
const buttons = () => [...document.querySelectorAll('.payment-ways button')].map(({ textContent }) => textContent)
const getStatus = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('')
const clickButton = (name: string) => click(findButton(document.body, name))

const EVERY_STATE: readonly Upload[] = [
  { state: 'pending' },
  { state: 'pending', file: FILE },
  { state: 'uploading', file: FILE },
  { state: 'verifying', file: FILE },
  { state: 'failed', problem: PROBLEM },
  { state: 'failed', file: FILE, problem: NOT_SENT },
  { state: 'failed', problem: { kind: 'rejected', text: 'Screenshot processing failed', rules: [] } },
  { state: 'success', file: FILE },
]

describe('a QR panel', () => {
  test('offers to cancel, then to stop the payment, and to leave it to staff once they have a receipt', async () => {
    await openPanel()
    expect(buttons()).toEqual(['Verify Payment', 'Choose another payment method'])
    await setUpload({ state: 'failed', problem: PROBLEM })
    expect(buttons()).toEqual(['Try Again', 'Stop this payment'])
    expect(document.querySelector('.note-bad')?.textContent).toContain('Verification failed')
    expect(text()).not.toContain(UNDER_REVIEW)
    await receive()
    expect(buttons()).toEqual(['Let our staff check it', 'Try Again'])
    await clickButton('Let our staff check it')
    expect(page.state()).toMatchObject({ state: 'success', result: { status: 'received', method: 'qr_payment' } })
  })

  test('requests no money in any state while staff have a receipt', async () => {
    await openPanel()
    expect(document.querySelector('.qr-code')).not.toBeNull()
    expect(document.querySelector('[role=timer]')).not.toBeNull()
    await receive()
    for (const upload of EVERY_STATE) {
      await setUpload(upload)
      expect(text()).toContain(UNDER_REVIEW)
      for (const selector of ['.qr-code', '[role=timer]', '.note-bad', '.copyable'])
        expect(document.querySelector(selector)).toBeNull()
      expect(text()).not.toMatch(/Stop this payment|Scan and pay|Pay with QR/)
    }
  })

  test('shows the wait of a rejected upload without a hint on the screenshot', async () => {
    await openPanel()
    payer.server.overrides['POST /api/payments/receipt'] = () => errorResponse(429, 'too_many', { retryAfter: 3_101 })
    await setUpload({ state: 'pending', file: FILE })
    await clickButton('Verify Payment')
    await act(waitForRequests)
    expect(text()).toContain('Try again in 52 minutes.')
    expect(text()).not.toContain('clear screenshot')
  })

  test('labels a transaction ID as read from the image', async () => {
    await openPanel()
    await receive()
    const reading = { amount: paisa(1_140_000), transactionId: 'OKLMNOS8', confidence: 0.9 }
    await setUpload({ state: 'success', file: FILE, reading })
    expect(document.querySelector('.panel-good')?.textContent).toMatch(
      /OKLMNOS8.*Read from your image: check that it is correct/,
    )
  })
})

test('a transfer receipt hides account and amount while staff have a receipt', async () => {
  await openTransfer()
  expect(text()).toContain('Amount to pay')
  expect(text()).toContain('Account number')
  await receive()
  for (const upload of EVERY_STATE) {
    await setUpload(upload)
    expect(text()).toContain(UNDER_REVIEW)
    expect(text()).not.toMatch(/Amount to pay|Account number|Transfer NPR/)
    expect(document.querySelector('.note-bad')).toBeNull()
  }
  await setUpload({ state: 'failed', problem: PROBLEM })
  expect(buttons()).toEqual(['Try Again'])
})

test('the payment receipt shows that staff have an upload after a reload', async () => {
  await payBy('qr_payment')
  await receive()
  page = await payer.open()
  await openReceipt()
  expect(text()).toContain(UNDER_REVIEW)
})

test('the receipt upload moves the focus to the next control', async () => {
  await openPanel()
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')
  input()?.focus()
  await act(() => page.$upload.set({ state: 'pending', file: FILE }))
  expect(document.activeElement?.textContent).toBe('Verify Payment')
  await clickButton('Remove')
  expect(document.activeElement).toBe(input())
  await act(() => page.$upload.set({ state: 'pending', file: FILE }))
  for (const state of ['uploading', 'verifying', 'failed'] as const) {
    await setUpload({ state, file: FILE, ...(state === 'failed' && { problem: NOT_SENT }) })
    expect(document.activeElement?.classList).toContain('receipt-upload')
  }
  await clickButton('Try Again')
  expect(document.activeElement?.textContent).toBe('Verify Payment')
  const otherButton = document.body.appendChild(document.createElement('button'))
  otherButton.focus()
  await setUpload({ state: 'uploading', file: FILE })
  expect(document.activeElement).toBe(otherButton)
})

test('the receipt upload announces each step in one live region', async () => {
  await openPanel()
  const region = document.querySelector('.receipt-upload [role=status]')
  await setUpload({ state: 'pending', file: FILE })
  expect(getStatus()).toContain('receipt.png is chosen.')
  await setUpload({ state: 'uploading', file: FILE })
  expect(getStatus()).toContain('Uploading the receipt.')
  await setUpload({ state: 'verifying', file: FILE })
  expect(getStatus()).toContain('Verifying.')
  await setUpload({ state: 'success', file: FILE })
  expect(getStatus()).toContain('Receipt received.')
  expect(document.querySelector('.receipt-upload [role=status]')).toBe(region)
})
