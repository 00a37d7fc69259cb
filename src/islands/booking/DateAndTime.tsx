import { useStore } from '@nanostores/react'
import { Clock, Info } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatDayPassNote } from '#contract/validation-messages.ts'
import { formatRange, type IsoDate } from '#domain/calendar.ts'
import { hoursOn } from '#domain/location.ts'
import { isDayPass, type Period, periodFor } from '#domain/plan.ts'
import { earliestStart } from '#domain/same-day.ts'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { setDates } from '#stores/booking/draft.ts'
import { loadOfferSeats } from '#stores/booking/offers.ts'
import { $sales } from '#stores/booking/sales.ts'
import { loadDraftSeats } from '#stores/booking/seats.ts'
import { BillingPeriod } from './BillingPeriod.tsx'
import { DateField } from './DateField.tsx'
import { formatOpeningHours, formatPeriods } from './labels.ts'
import { Offers, SoldOut } from './SoldOut.tsx'
import { StepHeading } from './StepHeading.tsx'
import { WorkingHours } from './WorkingHours.tsx'
import { getChosenLocation, getChosenPlan, type Wizard } from './wizard.ts'

export const loadCalendar = () => import('./Calendar.tsx')
const Calendar = lazyWithRetry(loadCalendar, {
  waiting: <div className="calendar-waiting skeleton" aria-hidden="true" />,
})

/** Step 2: the days by calendar or typed, and the hours. */
export function DateAndTime({ wizard }: { wizard: Wizard }) {
  const { draft, covered, errorOf, fullDays, failure } = wizard
  const { startDate, endDate } = draft
  const sales = useStore($sales)
  const [picking, setPicking] = useState<'start' | 'end'>(startDate && !endDate ? 'end' : 'start')
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  useEffect(() => {
    if (location && covered?.from && covered.to) void loadDraftSeats()
  }, [location, covered?.from, covered?.to])
  const soldOut = fullDays.length > 0 || failure?.code === 'sold_out'
  useEffect(() => {
    if (soldOut && startDate) void loadOfferSeats()
  }, [soldOut, startDate])
  const months = useIsWide() && !soldOut ? 2 : 1
  if (!location || !plan) return null
  const dayPass = isDayPass(plan.id)
  const { today } = sales
  const first = earliestStart(sales, location.id)
  const earliest =
    first > today
      ? `${location.name} closes at ${hoursOn(location, today).close} today, so bookings start tomorrow.`
      : 'Nothing before today.'
  // Where the days cannot be had, another start is the way out.
  const pickingEnd = !dayPass && !soldOut && picking === 'end' && startDate !== ''
  const pick = (day: IsoDate) => {
    if (pickingEnd) setDates(startDate, day)
    else setDates(day, dayPass ? endDate : '')
    setPicking(pickingEnd ? 'start' : 'end')
  }
  return (
    <>
      <StepHeading step={2}>When do you want to sit down?</StepHeading>
      <p className="booking-sub">
        {dayPass ? 'Pick your day.' : 'Pick a start date, then an end date.'} {earliest}
      </p>
      {soldOut && <SoldOut wizard={wizard} />}
      {!dayPass && <BillingPeriod wizard={wizard} />}
      <div className={soldOut ? 'dates-sold-out' : undefined}>
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
      <div className="field-row booking-when">
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
        {!dayPass && <WorkingHours wizard={wizard} location={location} day={startDate || first} />}
      </div>
      {!dayPass && <CoveredDays wizard={wizard} period={periodFor(plan.id, draft.billing)} />}
      {!dayPass && (
        <p className="note booking-open">
          <Clock className="icon" />
          <span>{formatOpeningHours(location)}</span>
        </p>
      )}
      {dayPass && startDate && (
        <p className="note booking-open">
          <Info className="icon" />
          <span>{formatDayPassNote(location, startDate)}</span>
        </p>
      )}
    </>
  )
}

/** Shows the days covered, because only whole periods are sold. */
function CoveredDays({ wizard: { covered }, period }: { wizard: Wizard; period: Period }) {
  return (
    <p className="booking-covers" aria-live="polite">
      {covered ? (
        <>
          Covers <b className="num">{formatRange(covered.from, covered.to)}</b>, {formatPeriods(covered.count, period)}.
        </>
      ) : (
        `Without an end date it is ${formatPeriods(1, period)}.`
      )}
    </p>
  )
}

const WIDE_QUERY = '(min-width: 640px)'
function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE_QUERY)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => window.matchMedia(WIDE_QUERY).matches,
  )
}
