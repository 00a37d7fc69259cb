import { figure, type Paisa } from './money.ts'

interface Line {
  kind: 'plan' | 'add_on' | 'fee'
  label: string
  quantity: number
  unitAmount: Paisa
}

/** A line of a booking where it is summed up: `Guest passes, 2 × 300`. No-break spaces keep the multiplication whole. */
export function lineLabel({ kind, label, quantity, unitAmount }: Line): string {
  const name = kind === 'plan' ? 'Plan price' : label
  if (kind === 'plan' && quantity === 1) return name
  return `${name}, ${quantity}\u00a0×\u00a0${figure(unitAmount)}`
}
