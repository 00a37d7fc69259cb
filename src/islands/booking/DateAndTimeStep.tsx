import { useStore } from '@nanostores/react'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addDays, formatRange, type IsoDate } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
import { hasWorkingHours } from '#domain/day-pass.ts'
import { hoursOn } from '#domain/location.ts'
import { MAX_DAYS_AHEAD, MAX_DAYS_COVERED } from '#domain/period.ts'
import { isDayPass, type Period, periodFor } from '#domain/plan.ts'
import { earliestStart } from '#domain/same-day.ts'
import { canJoinWaitingList, countSeatsTaken } from '#domain/team.ts'
import { Disclosure } from '#islands/ui/Disclosure.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { useMediaQuery } from '#islands/ui/useMediaQuery.ts'
import { setDates } from '#stores/booking/draft.ts'
import { loadOfferSeats } from '#stores/booking/offers.ts'
import { $sales } from '#stores/booking/sales.ts'
import { $seats, loadDraftSeats } from '#stores/booking/seats.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { BillingPeriodField } from './BillingPeriodField.tsx'
import { CoveredClosedDays } from './CoveredClosedDays.tsx'
import { DateField } from './DateField.tsx'
import { formatDayPassNote, formatOpeningHours, formatOtherHours, formatPeriods } from './labels.ts'
import { NextButton } from './NextButton.tsx'
import { SoldOut } from './SoldOut.tsx'
import { StepHeading } from './StepHeading.tsx'
import { WorkingHoursFields } from './WorkingHoursFields.tsx'
import { findNextOpenStart, getChosenLocation, getChosenPlan, isSoldOut, type Wizard } from './wizard.ts'

export const loadCalendar = () => import('#islands/ui/Calendar.tsx')
const Calendar = lazyWithRetry(loadCalendar, {
  fallback: <div className="min-h-98.5" aria-hidden="true" />,
})

const WaitForDay = lazyWithRetry(() => import('./WaitForDay.tsx'))

const WIDE_QUERY = '(min-width: 640px)'

export function DateAndTimeStep({ wizard }: { wizard: Wizard }) {
  const { draft, coverage, errorOf, waitingRequest } = wizard
  const { startDate, endDate } = draft
  const sales = useStore($sales)
  const seats = useStore($seats)
  const [picking, setPicking] = useState<'start' | 'end'>(startDate && !endDate ? 'end' : 'start')
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  const locationId = location?.id
  useEffect(() => {
    if (locationId && coverage?.from && coverage.to) void loadDraftSeats()
  }, [locationId, coverage?.from, coverage?.to])
  const soldOut = isSoldOut(wizard)
  useEffect(() => {
    if (soldOut && startDate) void loadOfferSeats()
  }, [soldOut, startDate])
  const columns = useMediaQuery(WIDE_QUERY) ? 2 : 1
  if (!location || !plan) return null
  const dayPass = isDayPass(plan.id)
  const { today } = sales
  const nextOpenStart = findNextOpenStart(wizard, sales)
  const first = earliestStart(sales, location.id)
  const closedToday = findClosedReason(location, today)
  const earliestNote =
    closedToday !== undefined
      ? `${location.name} is closed today (${closedToday}).`
      : first > today
        ? `${location.name} closes at ${hoursOn(location, today).close} today, so bookings start tomorrow.`
        : undefined
  const isFullStart = startDate !== '' && wizard.fullDays.includes(startDate)
  const isWaitable = isFullStart && canJoinWaitingList(draft) && !waitingRequest
  // If the days are full, the visitor picks a new start.
  const pickingEnd = !dayPass && !soldOut && picking === 'end' && startDate !== ''
  const pick = (day: IsoDate) => {
    const endsRange = pickingEnd && day >= startDate
    if (endsRange) setDates(startDate, day)
    else setDates(day, dayPass ? endDate : '')
    setPicking(endsRange ? 'start' : 'end')
  }
  return (
    <>
      <StepHeading wizard={wizard}>
        {dayPass ? 'Which day would you like?' : 'When would you like to start?'}
      </StepHeading>
      <p className="soft mt-2 mb-7">{earliestNote ?? (dayPass ? formatOpeningHours(location) : 'Today or later.')}</p>
      {soldOut && <SoldOut wizard={wizard} />}
      {isWaitable && (
        <div className="-mt-2 mb-7">
          <Disclosure key={`${location.id} ${startDate}`} title="Email me if a seat opens">
            <WaitForDay locationId={location.id} day={startDate} />
          </Disclosure>
        </div>
      )}
      {!dayPass && <BillingPeriodField wizard={wizard} />}
      <div className={`field-row mb-6 ${dayPass ? '' : 'max-sm:grid-cols-2'}`}>
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
        {nextOpenStart && (
          <p className="col-span-full -mt-1 max-md:hidden sm:order-last">
            <NextButton wizard={wizard} />
          </p>
        )}
      </div>
      <Calendar
        location={location}
        seats={seats[location.id]}
        needed={countSeatsTaken({ ...draft, planId: plan.id })}
        isOneDay={dayPass}
        today={today}
        first={first}
        last={pickingEnd ? addDays(startDate, MAX_DAYS_COVERED - 1) : addDays(today, MAX_DAYS_AHEAD)}
        earlyReason={`closes at ${hoursOn(location, today).close} today`}
        startDate={startDate}
        endDate={endDate}
        coverage={coverage}
        isWaitable={!WITHOUT_SERVER && canJoinWaitingList(draft)}
        columns={columns}
        pickingEnd={pickingEnd}
        onPick={pick}
      />
      {!dayPass && !soldOut && <CoveredDays wizard={wizard} period={periodFor(plan.id, draft.billing)} />}
      {hasWorkingHours(plan.id) && <WorkingHoursFields wizard={wizard} location={location} day={startDate || first} />}
      {!dayPass && (
        <Note className="mt-4" icon={Clock}>
          {formatOpeningHours(location)} {startDate && formatOtherHours(location, startDate)}
        </Note>
      )}
      {dayPass && startDate && !soldOut && wizard.problems.startDate !== 'closed_day' && (
        <Note className="mt-4">
          {formatDayPassNote(location, startDate)} {formatOtherHours(location, startDate)}
        </Note>
      )}
    </>
  )
}

/** Shows the days covered, because only whole periods are sold. */
function CoveredDays({ wizard, period }: { wizard: Wizard; period: Period }) {
  const { coverage } = wizard
  return (
    <div className="soft mt-4" aria-live="polite">
      <p className="min-h-lh">
        {coverage ? (
          <>
            Covers <b className="num text-ink">{formatRange(coverage.from, coverage.to)}</b>,{' '}
            {formatPeriods(coverage.count, period)}.
          </>
        ) : (
          `Without an end date, the booking covers ${formatPeriods(1, period)}.`
        )}
      </p>
      <CoveredClosedDays wizard={wizard} />
    </div>
  )
}
