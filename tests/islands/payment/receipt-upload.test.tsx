import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paisa } from '#domain/money.ts'
import type { Upload } from '#stores/payment/upload.ts'
import { BOOKING_ID, Payer, TRANSFER } from '../../stores/payment/payer.ts'
import { mount } from '../booking/mount.ts'

const FILE = new File(['picture'], 'receipt.png', { type: 'image/png' })
const DETAILS = {
  kind: 'qr' as const,
  code: '000201',
  accountName: 'A Payee',
  bankName: 'A Bank',
  reference: BOOKING_ID,
  expiresAt: '2026-12-03T07:20:00.000Z',
}

let page: Awaited<ReturnType<Payer['open']>>

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  page = await new Payer().open()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openPanel(): Promise<void> {
  const { default: QrPanel } = await import('#islands/payment/QrPanel.tsx')
  const screen = { state: 'qr_payment', paymentId: 'a', amount: paisa(1_140_000), details: DETAILS } as const
  page.$screen.set(screen)
  await mount(<QrPanel {...screen} banks={['Nabil']} />)
}
async function openTransfer(): Promise<void> {
  const { default: TransferReceipt } = await import('#islands/payment/TransferReceipt.tsx')
  const expected = { paymentId: 'a', amount: paisa(1_140_000), payee: TRANSFER.accountName }
  await mount(<TransferReceipt expected={expected} sentBefore={false} />)
}
const move = (upload: Upload) => act(() => page.$upload.set(upload))
const text = () => document.body.textContent ?? ''
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
const said = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('')
const press = (name: string) =>
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

const PROBLEM = { text: 'Payment verification failed - details do not match', rules: ['Amount mismatch'] }

test('the ways out: cancel, then give up, and once a receipt was sent only staff end it', async () => {
  await openPanel()
  expect(buttons()).toEqual(['Verify Payment', 'Cancel'])
  await move({ state: 'failed', file: FILE, problem: PROBLEM })
  expect(buttons()).toEqual(['Try Again', 'Give up'])
  for (const state of ['failed', 'pending', 'verifying'] as const) {
    await move({ state, sent: 'held', ...(state === 'failed' && { problem: PROBLEM }) })
    expect(buttons()).toContain('Leave it to our staff')
    expect(buttons()).not.toContain('Give up')
    expect(text()).toContain('Do not pay again')
    expect(document.querySelector('[role=timer]')).toBeNull()
  }
  await press('Leave it to our staff')
  expect(page.state()).toMatchObject({ state: 'success', receipt: { standing: 'received', method: 'qr_payment' } })
})

test('with a transfer nothing is offered that does nothing', async () => {
  await openTransfer()
  expect(buttons()).toEqual(['Verify Payment'])
  await move({ state: 'verifying', file: FILE, sent: 'held' })
  expect(buttons()).toEqual([])
  expect(text()).toContain('Your receipt is with our staff')
  await move({ state: 'failed', file: FILE, sent: 'held', problem: PROBLEM })
  expect(buttons()).toEqual(['Try Again'])
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
    await move({ state, file: FILE, ...(state === 'failed' && { problem: PROBLEM }) })
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
  await move({ state: 'verifying', file: FILE, sent: 'held' })
  expect(said()).toContain('Verifying.')
  await move({ state: 'success', file: FILE, sent: 'held' })
  expect(said()).toContain('Receipt received.')
  expect(document.querySelector('.receipt-upload [role=status]')).toBe(region)
})

test('a picture that never arrived is still chosen after Try Again', async () => {
  const { chooseAnew } = await import('#stores/payment/receipt-upload.ts')
  page.$upload.set({ state: 'failed', file: FILE, problem: PROBLEM })
  chooseAnew()
  expect(page.$upload.get()).toEqual({ state: 'pending', file: FILE })
  page.$upload.set({ state: 'failed', file: FILE, sent: 'held', problem: PROBLEM })
  chooseAnew()
  expect(page.$upload.get()).toEqual({ state: 'pending', sent: 'held' })
})
