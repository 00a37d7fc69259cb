import { useStore } from '@nanostores/react'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatRange, type IsoDate } from '#domain/calendar.ts'
import { hasWorkingHours } from '#domain/day-pass.ts'
import { hoursOn } from '#domain/location.ts'
import { isDayPass, type Period, periodFor } from '#domain/plan.ts'
import { earliestStart } from '#domain/same-day.ts'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { useMediaQuery } from '#islands/ui/useMediaQuery.ts'
import { setDates } from '#stores/booking/draft.ts'
import { loadOfferSeats } from '#stores/booking/offers.ts'
import { $sales } from '#stores/booking/sales.ts'
import { loadDraftSeats } from '#stores/booking/seats.ts'
import { BillingPeriodField } from './BillingPeriodField.tsx'
import { DateField } from './DateField.tsx'
import { formatDayPassNote, formatOpeningHours, formatPeriods } from './labels.ts'
import { Offers, SoldOut } from './SoldOut.tsx'
import { StepHeading } from './StepHeading.tsx'
import { WorkingHoursFields } from './WorkingHoursFields.tsx'
import { getChosenLocation, getChosenPlan, type Wizard } from './wizard.ts'

export const loadCalendar = () => import('./Calendar.tsx')
const Calendar = lazyWithRetry(loadCalendar, {
  fallback: <div className="min-h-98.5" aria-hidden="true" />,
})

const WIDE_QUERY = '(min-width: 640px)'

export function DateAndTimeStep({ wizard }: { wizard: Wizard }) {
  const { draft, coverage, errorOf, fullDays, failure } = wizard
  const { startDate, endDate } = draft
  const sales = useStore($sales)
  const [picking, setPicking] = useState<'start' | 'end'>(startDate && !endDate ? 'end' : 'start')
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  useEffect(() => {
    if (location && coverage?.from && coverage.to) void loadDraftSeats()
  }, [location, coverage?.from, coverage?.to])
  const soldOut = fullDays.length > 0 || failure?.code === 'sold_out'
  useEffect(() => {
    if (soldOut && startDate) void loadOfferSeats()
  }, [soldOut, startDate])
  const months = useMediaQuery(WIDE_QUERY) && !soldOut ? 2 : 1
  if (!location || !plan) return null
  const dayPass = isDayPass(plan.id)
  const { today } = sales
  const first = earliestStart(sales, location.id)
  const earliestNote =
    first > today
      ? `${location.name} closes at ${hoursOn(location, today).close} today, so bookings start tomorrow.`
      : 'You cannot choose a day before today.'
  // If the days are full, the visitor picks a new start.
  const pickingEnd = !dayPass && !soldOut && picking === 'end' && startDate !== ''
  const pick = (day: IsoDate) => {
    if (pickingEnd) setDates(startDate, day)
    else setDates(day, dayPass ? endDate : '')
    setPicking(pickingEnd ? 'start' : 'end')
  }
  return (
    <>
      <StepHeading step={2}>When would you like to start?</StepHeading>
      <p className="soft mt-2 mb-7">
        {dayPass ? 'Pick your day.' : 'Pick a start date, then an end date.'} {earliestNote}
      </p>
      {soldOut && <SoldOut wizard={wizard} />}
      {!dayPass && <BillingPeriodField wizard={wizard} />}
      <div className={soldOut ? 'grid grid-cols-fit-300 items-start gap-x-10 gap-y-6' : undefined}>
        <Calendar
          wizard={wizard}
          today={today}
          salesEnded={first > today}
          months={months}
          pickingEnd={pickingEnd}
          onPick={pick}
          onPickStart={() => setPicking('start')}
        />
        {soldOut && <Offers wizard={wizard} />}
      </div>
      <div className="field-row mt-7 grid-cols-4 max-sm:grid-cols-2">
        <DateField
          id="startDate"
          label={dayPass ? 'Date' : 'Start date'}
          value={startDate}
          min={first}
          error={errorOf('startDate')}
          onChange={(day) => setDates(day, endDate)}
          onFocus={() => setPicking('start')}
        />
        {!dayPass && (
          <DateField
            id="endDate"
            label="End date"
            optional
            value={endDate}
            min={startDate || first}
            error={errorOf('endDate')}
            onChange={(day) => setDates(startDate, day)}
            onFocus={() => setPicking('end')}
          />
        )}
        {hasWorkingHours(plan.id) && (
          <WorkingHoursFields wizard={wizard} location={location} day={startDate || first} />
        )}
      </div>
      {!dayPass && <CoveredDays wizard={wizard} period={periodFor(plan.id, draft.billing)} />}
      {!dayPass && (
        <Note className="mt-4" icon={Clock}>
          {formatOpeningHours(location)}
        </Note>
      )}
      {dayPass && startDate && <Note className="mt-4">{formatDayPassNote(location, startDate)}</Note>}
    </>
  )
}

/** Shows the days covered, because only whole periods are sold. */
function CoveredDays({ wizard: { coverage }, period }: { wizard: Wizard; period: Period }) {
  return (
    <p className="soft mt-4 min-h-lh" aria-live="polite">
      {coverage ? (
        <>
          Covers <b className="num text-ink">{formatRange(coverage.from, coverage.to)}</b>,{' '}
          {formatPeriods(coverage.count, period)}.
        </>
      ) : (
        `Without an end date, the booking covers ${formatPeriods(1, period)}.`
      )}
    </p>
  )
}
