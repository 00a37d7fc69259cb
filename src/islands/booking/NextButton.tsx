import { useStore } from '@nanostores/react'
import { ArrowRight } from 'lucide-react'
import { formatDate } from '#domain/calendar.ts'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
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
  if (needsAnotherDay(wizard))
    return <AnotherDayButton wizard={wizard} className={`button button-quiet ${className}`} />
  return (
    <button type="submit" form="booking" className={`button ${className}`} aria-disabled={busy || undefined}>
      {busy && <Spinner className="size-4.5" />}
      {busy ? 'Holding your seat…' : NEXT_LABELS[step]}
      {step < 4 && <ArrowRight className="icon max-400:hidden" />}
    </button>
  )
}

/** Chooses the day that it names: the nearest at the same location, preferably a later one. Without one, it leads to why. */
function AnotherDayButton({ wizard, className }: Props) {
  const offers = useStore($offers)
  const nextOpen = findNextOpenStart(wizard, useStore($sales))
  const { locationId, planId, startDate } = wizard.draft
  const same = offers.filter((offer) => offer.locationId === locationId && offer.planId === planId)
  const dates = nextOpen ?? same.find((offer) => offer.startDate > startDate) ?? same[0]
  if (!dates)
    return (
      <button type="submit" form="booking" className={className}>
        {CHOOSE_ANOTHER_DAY}
      </button>
    )
  return (
    <SecondaryButton
      className={className}
      onClick={() => {
        setDates(dates.startDate, dates.endDate)
        // The button is gone.
        document.querySelector<HTMLElement>('#booking h2')?.focus()
      }}
    >
      Choose {formatDate(dates.startDate)}
    </SecondaryButton>
  )
}
