import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Visitor } from '../../stores/booking/visitor.ts'
import { mount } from './mount.ts'
import { OFFERING } from './offering.ts'

test('step 4 names the limit of a full refund and the payment methods before the payment', async () => {
  const page = await new Visitor().visit('/booking?location=dhobighat-hub&plan=explorer&start=2026-12-10').openPage()
  const { default: Booking } = await import('#islands/booking/Booking.tsx')
  vi.stubGlobal('scrollTo', () => {})
  const { element } = await mount(<Booking offering={OFFERING} />)
  await act(async () => page.goToStep(4))
  expect(element.textContent).toContain(
    'CancellationFull refund until 9 Dec 2026, 06:00.RenewalPaid once: it does not renew.PaymentOn the next screen',
  )
  expect(element.textContent).toContain('Payment methodseSewa, Card (fee\u00a03.5%)')
  expect(element.querySelector('form')?.textContent).toMatch(/Both open in a new tab\.Proceed to PaymentBack$/)
  await act(async () => page.setDates('2026-12-03' as Parameters<typeof page.setDates>[0], ''))
  expect(element.textContent).toContain('A cancellation is no longer refunded.')
})
