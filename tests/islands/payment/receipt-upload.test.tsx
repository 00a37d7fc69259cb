import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { Upload, UploadProblem } from '#stores/payment/upload.ts'
import { NOW, Payer, refusal, settled } from '../../stores/payment/payer.ts'
import { mount } from '../booking/mount.ts'

const FILE = new File(['picture'], 'receipt.png', { type: 'image/png' })
const ID = 'attempt-1-00000000'
const SELLER = { name: 'A House', email: 'house@example.com', phone: '+977 1 000 0000' }
const GIVEN = 'We have your receipt. Please don’t pay again.'
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
  payer = new Payer()
  payer.server.methods.add('qr_payment')
  page = await payer.open()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function payBy(method: 'qr_payment' | 'bank_transfer'): Promise<void> {
  page.selectMethod(method)
  await page.startPayment()
  await settled()
}
async function openPanel(): Promise<void> {
  await payBy('qr_payment')
  const { default: QrPanel } = await import('#islands/payment/QrPanel.tsx')
  const screen = page.state()
  if (screen.state !== 'qr_payment') throw new Error(`no panel on ${screen.state}`)
  await mount(<QrPanel {...screen} banks={['Nabil']} />)
}
async function openTransfer(): Promise<void> {
  await payBy('bank_transfer')
  const { Receipt } = await import('#islands/payment/Receipt.tsx')
  const screen = page.state()
  if (screen.state !== 'success') throw new Error(`no receipt on ${screen.state}`)
  await mount(<Receipt receipt={screen.receipt} methods={[]} seller={SELLER} />)
  await vi.waitFor(async () => {
    await act(settled)
    expect(document.querySelector('input[type=file]')).not.toBeNull()
  })
}
/** The server says that staff have a receipt. */
async function receive(): Promise<void> {
  payer.server.payment(ID).receiptAt = new Date(NOW).toISOString()
  payer.server.state = 'pending_verification'
  await act(() => page.readBooking())
}
const move = (upload: Upload) => act(() => page.$upload.set(upload))
const text = () => document.body.textContent ?? ''
const buttons = () => [...document.querySelectorAll('.payment-ways button')].map(({ textContent }) => textContent)
const said = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('')
const press = (name: string) =>
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

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
  test('offers to cancel, then to give up, while no receipt was sent', async () => {
    await openPanel()
    expect(buttons()).toEqual(['Verify Payment', 'Cancel'])
    await move({ state: 'failed', problem: PROBLEM })
    expect(buttons()).toEqual(['Try Again', 'Give up'])
    expect(document.querySelector('.note-bad')?.textContent).toContain('Verification failed')
    expect(text()).not.toContain(GIVEN)
  })

  test('asks for no money in any state while staff have a receipt', async () => {
    await openPanel()
    expect(document.querySelector('.qr-code')).not.toBeNull()
    expect(document.querySelector('[role=timer]')).not.toBeNull()
    await receive()
    for (const upload of EVERY_STATE) {
      await move(upload)
      expect(text()).toContain(GIVEN)
      for (const invitation of ['.qr-code', '[role=timer]', '.note-bad', '.copyable'])
        expect(document.querySelector(invitation)).toBeNull()
      expect(text()).not.toMatch(/Give up|Scan and pay|Pay with QR/)
    }
  })

  test('puts leaving before another attempt once staff have a receipt', async () => {
    await openPanel()
    await receive()
    await move({ state: 'failed', problem: PROBLEM })
    expect(buttons()).toEqual(['Leave it to our staff', 'Try Again'])
    await press('Leave it to our staff')
    expect(page.state()).toMatchObject({ state: 'success', receipt: { status: 'received', method: 'qr_payment' } })
  })

  test('gives the wait of a rejected upload without a hint on the screenshot', async () => {
    await openPanel()
    payer.server.instead['POST /api/payments/receipt'] = () => refusal(429, 'too_many', { retryAfter: 3_101 })
    await move({ state: 'pending', file: FILE })
    await press('Verify Payment')
    await act(settled)
    expect(text()).toContain('Try again in 52 minutes.')
    expect(text()).not.toContain('clear screenshot')
  })

  test('labels a transaction ID as read from the picture', async () => {
    await openPanel()
    await receive()
    const reading = { amount: paisa(1_140_000), transactionId: 'OKLMNOS8', confidence: 0.9 }
    await move({ state: 'success', file: FILE, reading })
    expect(document.querySelector('.panel-good')?.textContent).toMatch(/OKLMNOS8.*Read from your picture: check it/)
  })
})

test('a transfer shows neither its account nor an amount to pay while staff have a receipt', async () => {
  await openTransfer()
  expect(text()).toContain('Amount to pay')
  expect(text()).toContain('Account number')
  await receive()
  for (const upload of EVERY_STATE) {
    await move(upload)
    expect(text()).toContain(GIVEN)
    expect(text()).not.toMatch(/Amount to pay|Account number|Transfer by/)
    expect(document.querySelector('.note-bad')).toBeNull()
  }
  await move({ state: 'failed', problem: PROBLEM })
  expect(buttons()).toEqual(['Try Again'])
})

test('a booking that is opened again after its receipt came says that staff have it', async () => {
  await payBy('qr_payment')
  await receive()
  page = await payer.open()
  const { Receipt } = await import('#islands/payment/Receipt.tsx')
  const screen = page.state()
  if (screen.state !== 'success') throw new Error(`no receipt on ${screen.state}`)
  await mount(<Receipt receipt={screen.receipt} methods={[]} seller={SELLER} />)
  expect(text()).toContain(GIVEN)
})

test('the focus goes to what is next, never back to the top of the page', async () => {
  await openPanel()
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')
  input()?.focus()
  await act(() => page.$upload.set({ state: 'pending', file: FILE }))
  expect(document.activeElement?.textContent).toBe('Verify Payment')
  await press('Remove')
  expect(document.activeElement).toBe(input())
  await act(() => page.$upload.set({ state: 'pending', file: FILE }))
  for (const state of ['uploading', 'verifying', 'failed'] as const) {
    await move({ state, file: FILE, ...(state === 'failed' && { problem: NOT_SENT }) })
    expect(document.activeElement?.className).toBe('receipt-upload')
  }
  await press('Try Again')
  expect(document.activeElement?.textContent).toBe('Verify Payment')
  const elsewhere = document.body.appendChild(document.createElement('button'))
  elsewhere.focus()
  await move({ state: 'uploading', file: FILE })
  expect(document.activeElement).toBe(elsewhere)
})

test('each step is said, in a region that stays', async () => {
  await openPanel()
  const region = document.querySelector('.receipt-upload [role=status]')
  await move({ state: 'pending', file: FILE })
  expect(said()).toContain('receipt.png is chosen.')
  await move({ state: 'uploading', file: FILE })
  expect(said()).toContain('Uploading the receipt.')
  await move({ state: 'verifying', file: FILE })
  expect(said()).toContain('Verifying.')
  await move({ state: 'success', file: FILE })
  expect(said()).toContain('Receipt received.')
  expect(document.querySelector('.receipt-upload [role=status]')).toBe(region)
})
