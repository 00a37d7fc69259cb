import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Payer, settled } from '../../stores/payment/payer.ts'
import { mount } from './mount.ts'

let payer: Payer
beforeEach(() => {
  payer = new Payer()
  payer.server.methods.add('qr_payment')
})

/** The wizard in the browser of a visitor who has chosen a method on the payment screen. */
async function wizardAfter(method: 'bank_transfer' | 'qr_payment') {
  vi.resetModules()
  const page = await payer.open()
  page.selectMethod(method)
  await page.startPayment()
  page.close()
  return openWizard()
}

async function openWizard(): Promise<HTMLElement> {
  const { UnconfirmedBooking } = await import('#islands/booking/UnconfirmedBooking.tsx')
  const { element } = await mount(<UnconfirmedBooking />)
  await act(settled)
  return element
}

test('leads back to the booking that waits for a transfer', async () => {
  const element = await wizardAfter('bank_transfer')
  expect(element.textContent).toContain('You have a booking waiting for your transfer: Professional at Dhobighat Hub.')
  expect(element.querySelector('a')?.getAttribute('href')).toBe('/payment')
})

test('leads back to the booking whose receipt staff are checking', async () => {
  payer.server.state = 'pending_verification'
  payer.server.payments.push({
    id: 'attempt-1-00000000',
    method: 'qr_payment',
    state: 'pending',
    transactionId: null,
    receiptAt: '2026-12-03T07:15:00.000Z',
  })
  await payer.open()
  expect((await openWizard()).textContent).toContain('You have a booking whose payment we are checking')
})

test.each(['confirmed', 'held', 'expired', 'cancelled'] as const)(
  'shows nothing for a booking that is %s',
  async (state) => {
    payer.server.state = state
    await payer.open()
    expect((await openWizard()).textContent).toBe('')
  },
)

test('shows nothing once the time for the transfer is over, or without an answer', async () => {
  payer.server.expiresAt = payer.server.now
  expect((await wizardAfter('bank_transfer')).textContent).toBe('')
  payer.server.instead['GET /api/bookings/BK-1796282100000-7K2M'] = () => 'unreachable'
  await payer.open()
  expect((await openWizard()).textContent).toBe('')
})
