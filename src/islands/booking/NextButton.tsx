import { useStore } from '@nanostores/react'
import { ArrowRight } from 'lucide-react'
import type { MouseEvent } from 'react'
import { formatDate } from '#domain/calendar.ts'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { setDates } from '#stores/booking/draft.ts'
import { $offers } from '#stores/booking/offers.ts'
import { $sales } from '#stores/booking/sales.ts'
import { CHOOSE_ANOTHER_DAY, NEXT_LABELS } from './labels.ts'
import { findNextOpenStart, needsAnotherDay, type Wizard } from './wizard.ts'

interface Props {
  wizard: Wizard
  className?: string
}

/** Names what it opens. Stays enabled while something is missing, so that a click shows what. */
export function NextButton({ wizard, className = '' }: Props) {
  const { step, placement } = wizard
  const busy = placement.state === 'pending' || placement.state === 'redirecting'
  if (needsAnotherDay(wizard)) return <AnotherDayButton wizard={wizard} className={`button ${className}`} />
  return (
    <button type="submit" form="booking" className={`button ${className}`} aria-disabled={busy || undefined}>
      {busy && <Spinner className="size-4.5" />}
      {busy ? 'Holding your seat…' : NEXT_LABELS[step]}
      {step < 4 && <ArrowRight className="icon max-400:hidden" />}
    </button>
  )
}

/** Chooses the later day that it names, at the same location. Without one, it leads to why. */
function AnotherDayButton({ wizard, className }: Props) {
  const { locationId, planId, startDate } = wizard.draft
  const offer = useStore($offers).find(
    (offered) => offered.locationId === locationId && offered.planId === planId && offered.startDate > startDate,
  )
  const dates = findNextOpenStart(wizard, useStore($sales)) ?? offer
  const accept = (event: MouseEvent) => {
    if (!dates) return
    event.preventDefault()
    setDates(dates.startDate, dates.endDate)
    // The button is gone.
    document.querySelector<HTMLElement>('#booking h2')?.focus()
  }
  return (
    <button type="submit" form="booking" className={className} onClick={accept}>
      {dates ? `Choose ${formatDate(dates.startDate)}` : CHOOSE_ANOTHER_DAY}
    </button>
  )
}
