import { computed } from 'nanostores'
import { figure, type Paisa, paisa, sum } from '#domain/money.ts'
import { methodFee } from '#domain/payment.ts'
import { $booking, $method } from './booking.ts'

export interface Summary {
  lines: { label: string; amount: Paisa }[]
  fee: Paisa
  total: Paisa
}

/** What is charged with the chosen method: the booking's frozen lines, and the method's fee on top. */
export const $summary = computed([$booking, $method], (booking, method): Summary | null => {
  if (!booking) return null
  const lines = booking.lines
    .filter(({ kind }) => kind !== 'fee')
    .map((line) => ({ label: labelOf(line), amount: paisa(line.amount) }))
  const price = paisa(booking.totalAmount)
  const fee = methodFee(method, price)
  return { lines, fee, total: sum([price, fee]) }
})

/** `Guest passes, 2 × 300`; no-break spaces keep the multiplication whole. */
function labelOf(line: { kind: string; label: string; quantity: number; unitAmount: number }): string {
  const name = line.kind === 'plan' ? 'Plan price' : line.label
  if (line.kind === 'plan' && line.quantity === 1) return name
  return `${name}, ${line.quantity}\u00a0×\u00a0${figure(paisa(line.unitAmount))}`
}
