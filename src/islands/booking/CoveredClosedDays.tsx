import { formatClosedDays } from '#domain/closed-days.ts'
import { getClosedDays, type Wizard } from './wizard.ts'

/** Shown before payment. */
export function CoveredClosedDays({ wizard }: { wizard: Wizard }) {
  const closedDays = getClosedDays(wizard)
  if (closedDays.length === 0) return null
  return (
    <>
      <p className="mt-2">Closed on these days of your booking. The price and the period do not change.</p>
      <ul>
        {closedDays.map((days) => (
          <li key={days.from}>{formatClosedDays([days])}</li>
        ))}
      </ul>
    </>
  )
}
