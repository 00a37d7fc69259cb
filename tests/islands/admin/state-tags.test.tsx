import { expect, test } from 'vitest'
import type { BookingRow } from '#contract/admin/bookings.ts'
import type { ReviewReason } from '#domain/payment-review.ts'
import { WaitingReasonTags } from '#islands/admin/payments/ReviewQueue.tsx'
import { AttemptTag, AttentionTag, StateTag } from '#islands/admin/StateTag.tsx'
import { paymentView } from '../../support/payment-view.ts'
import { mount } from '../booking/mount.ts'

const { payment } = paymentView('p')

test.each<[NonNullable<BookingRow['attention']>, ReviewReason]>([
  ['amount_differs', 'mismatch'],
  ['paid_twice', 'paid_twice'],
  ['unsettled', 'unsettled'],
  ['refund_due', 'refund_due'],
])('%s has one label and one tone in the lists of bookings and of payments', async (attention, reason) => {
  const { element } = await mount(
    <>
      <AttentionTag attention={attention} />
      <WaitingReasonTags payment={{ ...payment, refundDue: payment.amount }} reasons={[reason]} />
    </>,
  )
  const [ofBooking, ofPayment] = [...element.querySelectorAll('.tag')]
  expect(ofBooking?.textContent).toBe(ofPayment?.textContent)
  expect(ofBooking?.className.trim()).toBe(ofPayment?.className.trim())
})

test('a booking that needs a decision has the same tag in the list of payments for each reason', async () => {
  const { element } = await mount(
    <>
      <StateTag state="needs_decision" />
      <WaitingReasonTags payment={payment} reasons={['needs_decision', 'after_cancel']} />
    </>,
  )
  const tags = [...element.querySelectorAll('.tag')].map(({ className, textContent }) => [
    className.trim(),
    textContent,
  ])
  expect(new Set(tags.map(String)).size).toBe(1)
})

test('a cancelled booking and a cancelled payment have the same tag', async () => {
  const { element } = await mount(
    <>
      <StateTag state="cancelled" />
      <AttemptTag state="cancelled" />
    </>,
  )
  const [booking, attempt] = [...element.querySelectorAll('.tag')]
  expect(booking?.className.trim()).toBe(attempt?.className.trim())
})
