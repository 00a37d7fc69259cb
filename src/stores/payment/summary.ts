import { computed } from 'nanostores'
import { formatLineItem } from '#domain/line-item.ts'
import { type Paisa, sum } from '#domain/money.ts'
import { methodFee } from '#domain/payment.ts'
import { formatRoomHours } from '#domain/room-hours.ts'
import { $booking, $method } from './booking.ts'

export interface Summary {
  lines: { label: string; amount: Paisa }[]
  fee: Paisa
  total: Paisa
}

/** The booking's frozen lines, or the price of a change, plus the fee of the selected method. */
export const $summary = computed([$booking, $method], (booking, method): Summary | null => {
  if (!booking) return null
  const { change } = booking
  const lines = change
    ? [
        {
          label: change.minutes === null ? 'Extra cost of new dates' : formatRoomHours(change.minutes),
          amount: booking.totalAmount,
        },
      ]
    : booking.lines.map((line) => ({ label: formatLineItem(line, booking.billing), amount: line.amount }))
  const fee = methodFee(method, booking.totalAmount)
  return { lines, fee, total: sum([booking.totalAmount, fee]) }
})
