import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ID, NOW, Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { click, findButton, mount } from '../booking/mount.ts'

let payer: Payer
let page: Awaited<ReturnType<Payer['open']>>

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => {})
  payer = new Payer({ methods: new Set(['qr_payment']) })
  page = await payer.open()
  await page.payBy('qr_payment')
  await waitForRequests()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function openPanel(expiresAt?: string): Promise<void> {
  const { default: QrPanel } = await import('#islands/payment/QrPanel.tsx')
  const screen = page.state()
  if (screen.state !== 'qr_payment') throw new Error(`no panel on ${screen.state}`)
  const details = { ...screen.details, confirmedBy: 'fonepay', ...(expiresAt && { expiresAt }) } as const
  page.$screen.set({ ...screen, details })
  await mount(<QrPanel {...screen} details={details} banks={['Nabil']} processingTime="2–5 minutes" />)
  await act(waitForRequests)
}
const text = () => document.body.textContent ?? ''
const disclosure = () => document.querySelector('details')

test('waits for the payment, and offers the receipt behind a disclosure', async () => {
  await openPanel()
  expect(text()).toContain('Waiting for your payment. This page updates within seconds.')
  expect(text()).toContain('Checkout by Fonepay')
  expect(text()).not.toContain('enter the exact amount')
  expect(disclosure()?.open).toBe(false)
  expect(disclosure()?.textContent).toContain('Choose the receipt')
  const before = payer.server.requestsTo(/verify$/).length
  await click(findButton(document.body, 'Check status'))
  await act(waitForRequests)
  expect(payer.server.requestsTo(/verify$/)).toHaveLength(before + 1)
  expect(text()).toContain('We have not received your payment yet.')
})

test('offers a new code once the time has run out, and keeps checking', async () => {
  await openPanel(new Date(NOW).toISOString())
  expect(text()).toContain('If you have paid, wait: we keep checking. If not, get a new code.')
  const before = payer.server.requestsTo(/verify$/).length
  await act(() => payer.advance(3_000))
  expect(payer.server.requestsTo(/verify$/).length).toBeGreaterThan(before)
})

test('shows the receipt alone once staff have it, and still confirms automatically', async () => {
  await openPanel()
  payer.server.payment().receiptAt = new Date(NOW).toISOString()
  payer.server.state = 'pending_verification'
  await act(() => page.readBooking())
  expect(disclosure()?.open).toBe(true)
  expect(disclosure()?.querySelector('summary')?.hidden).toBe(true)
  expect(text()).not.toContain('Check status')
  payer.server.settle('confirmed', 'confirmed', ID)
  await act(() => payer.advance(3_000))
  expect(page.state()).toMatchObject({ state: 'success', result: { status: 'confirmed' } })
})
