import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Payer, waitForRequests } from '../../stores/payment/payer.ts'
import { mount } from './mount.ts'

let payer: Payer
beforeEach(() => {
  payer = new Payer()
  payer.server.methods.add('qr_payment')
})

/** Opens the wizard after a payment by the method was started. */
async function openWizardAfter(method: 'bank_transfer' | 'qr_payment') {
  vi.resetModules()
  const page = await payer.open()
  await page.payBy(method)
  page.close()
  return openWizard()
}

async function openWizard(): Promise<HTMLElement> {
  const { UnconfirmedBookingNote } = await import('#islands/booking/UnconfirmedBookingNote.tsx')
  const { element } = await mount(<UnconfirmedBookingNote />)
  await act(waitForRequests)
  return element
}

describe('the link to an unconfirmed booking', () => {
  test('names the booking that waits for a transfer', async () => {
    const element = await openWizardAfter('bank_transfer')
    expect(element.textContent).toContain('You have a booking to pay by bank transfer: Professional at Dhobighat Hub.')
    expect(element.querySelector('a')?.getAttribute('href')).toBe('/payment')
  })

  test('names the booking whose receipt is under review', async () => {
    payer.server.state = 'pending_verification'
    payer.server.addPayment({ method: 'qr_payment', receiptAt: '2026-12-03T07:15:00.000Z' })
    await payer.open()
    expect((await openWizard()).textContent).toContain('We are checking the payment for your booking')
  })

  test.each(['confirmed', 'held', 'expired', 'cancelled'] as const)('is absent in the state %s', async (state) => {
    payer.server.state = state
    await payer.open()
    expect((await openWizard()).textContent).toBe('')
  })

  test('is absent once the time for the transfer is over, and without a response', async () => {
    payer.server.expiresAt = payer.server.now
    expect((await openWizardAfter('bank_transfer')).textContent).toBe('')
    payer.server.overrides['GET /api/bookings/BK-1796282100000-7K2M'] = () => 'unreachable'
    await payer.open()
    expect((await openWizard()).textContent).toBe('')
  })
})
