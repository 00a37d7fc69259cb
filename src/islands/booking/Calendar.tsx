import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { LinkButton } from '#islands/ui/buttons.tsx'
import './calendar.css'
import { DayButton, type DayButtonProps, DayPicker, type Modifiers } from 'react-day-picker'
import { isFull, isNearlyFull, seatsLeft } from '#domain/availability.ts'
import { addDays, addMonths, getFirstOfMonth, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { hoursOn } from '#domain/location.ts'
import { MAX_DAYS_AHEAD, MAX_DAYS_COVERED } from '#domain/period.ts'
import { isDayPass } from '#domain/plan.ts'
import { $seats, $seatsUnknown, loadSeats } from '#stores/booking/seats.ts'
import { getChosenLocation, getChosenPlan, type Wizard } from './wizard.ts'

interface Props {
  wizard: Wizard
  today: IsoDate
  salesEnded: boolean
  /** Number of months shown. */
  months: 1 | 2
  /** The next day picked ends the range: earlier days than its start are disabled. */
  pickingEnd: boolean
  onPick: (day: IsoDate) => void
  onPickStart: () => void
}

/** Disabled days are labelled with the reason. */
export default function Calendar({ wizard, today, salesEnded, months, pickingEnd, onPick, onPickStart }: Props) {
  const { draft, coverage } = wizard
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  const seatsByLocation = useStore($seats)
  const isUnknown = useStore($seatsUnknown)
  const [month, setMonth] = useState(() => getFirstOfMonth(today))
  const { startDate } = draft
  const box = useRef<HTMLDivElement>(null)
  // The server's date can differ from the visitor's clock.
  useEffect(() => setMonth(getFirstOfMonth(today)), [today])
  useEffect(() => {
    // An entered or suggested date changes the visible month; a picked one does not move it under the pointer.
    const isPicking = box.current?.contains(document.activeElement)
    if (!startDate || startDate < today) return
    setMonth((shownMonth) =>
      isPicking && isShown(startDate, shownMonth, months) ? shownMonth : getFirstOfMonth(startDate),
    )
  }, [startDate, months, today])
  useEffect(() => {
    if (!location) return
    const last = addDays(addMonths(month, months), -1)
    if (last >= today) void loadSeats(location.id, month < today ? today : month, last)
  }, [location, month, months, today])
  if (!location || !plan) return null

  const seats = seatsByLocation[location.id]
  const seatsOn = (date: Date) => seats?.get(toIsoDate(date))
  const first = pickingEnd && draft.startDate ? draft.startDate : today
  const last =
    pickingEnd && draft.startDate ? addDays(draft.startDate, MAX_DAYS_COVERED - 1) : addDays(today, MAX_DAYS_AHEAD)
  const full = (date: Date) => {
    const day = seatsOn(date)
    return day !== undefined && isFull(day, plan.id) && toIsoDate(date) >= today
  }
  const { close } = hoursOn(location, today)
  const unavailable: Record<string, (date: Date) => boolean> = {
    past: (date) => toIsoDate(date) < today,
    closed: (date) => salesEnded && toIsoDate(date) === today,
    early: (date) => toIsoDate(date) >= today && toIsoDate(date) < first,
    late: (date) => toIsoDate(date) > last,
    full,
  }
  const pickerProps = {
    month: toDate(month),
    onMonthChange: (month: Date) => setMonth(getFirstOfMonth(toIsoDate(month))),
    numberOfMonths: months,
    startMonth: toDate(today),
    endMonth: toDate(last > (coverage?.to ?? last) ? last : (coverage?.to ?? last)),
    today: toDate(today),
    navLayout: 'around' as const,
    components: { Chevron, DayButton: DayWithReason },
    disabled: Object.values(unavailable),
    modifiers: {
      ...unavailable,
      few: (date: Date) => {
        const day = seatsOn(date)
        return day !== undefined && isNearlyFull(day, plan.id)
      },
      requestedEnd: draft.endDate && !isDayPass(plan.id) ? toDate(draft.endDate) : [],
      singleDay: coverage?.from === coverage?.to && coverage ? toDate(coverage.from) : [],
    },
    modifiersClassNames: { full: 'day-full', few: 'day-few', requestedEnd: 'day-wanted', singleDay: 'day-only' },
    labels: {
      labelDayButton: (date: Date, modifiers: Modifiers) => {
        const day = seatsOn(date)
        return formatDayLabel(date, modifiers, close, day && seatsLeft(day))
      },
    },
    onDayClick: (date: Date, modifiers: Modifiers) => {
      if (!modifiers.disabled) onPick(toIsoDate(date))
    },
  }
  return (
    <div className="calendar" ref={box}>
      <ClosingTime value={close}>
        {isDayPass(plan.id) ? (
          <DayPicker {...pickerProps} mode="single" selected={coverage && toDate(coverage.from)} onSelect={() => {}} />
        ) : (
          <DayPicker
            {...pickerProps}
            mode="range"
            selected={coverage && { from: toDate(coverage.from), to: toDate(coverage.to) }}
            onSelect={() => {}}
          />
        )}
      </ClosingTime>
      <ul className="calendar-key">
        {!isDayPass(plan.id) && <li className="key-chosen">Days covered</li>}
        <li className="key-full">No seats left</li>
        <li className="key-few">Few left</li>
        {pickingEnd && (
          <li>
            <LinkButton onClick={onPickStart}>Choose another start date</LinkButton>
          </li>
        )}
      </ul>
      {isUnknown && <p className="hint">We cannot show free seats at the moment. We check them again when you book.</p>}
    </div>
  )
}

/** Shows why a day is disabled. */
function DayWithReason(props: DayButtonProps) {
  return <DayButton {...props} title={getUnavailableReason(props.modifiers, useContext(ClosingTime))} />
}

/** Today's closing time at the location. */
const ClosingTime = createContext('')

function getUnavailableReason({ past, closed, early, late, full }: Modifiers, closesAt: string): string | undefined {
  if (past) return 'in the past'
  if (closed) return `closes at ${closesAt} today`
  if (full) return 'no seats left'
  if (early) return 'before the start date'
  return late ? 'too far ahead' : undefined
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return orientation === 'left' ? <ChevronLeft className="icon" /> : <ChevronRight className="icon" />
}

/** The picker uses local days; noon avoids daylight-saving shifts. */
const toDate = (day: IsoDate): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), 12)

function toIsoDate(date: Date): IsoDate {
  const text = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  const day = parseIsoDate(text.join('-'))
  if (!day) throw new RangeError(`${date} is not a day of the calendar`)
  return day
}

const isShown = (day: IsoDate, month: IsoDate, months: number) => day >= month && day < addMonths(month, months)

function formatDayLabel(date: Date, modifiers: Modifiers, closesAt: string, left: number | undefined): string {
  const day = date.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const notes = [
    modifiers.today && 'today',
    getUnavailableReason(modifiers, closesAt),
    modifiers.few && `${left} ${left === 1 ? 'seat' : 'seats'} left`,
    modifiers.range_start && 'start date',
    modifiers.range_end && 'last day covered',
    modifiers.requestedEnd && 'end date',
  ]
  return [day, ...notes.filter((note) => typeof note === 'string')].join(', ')
}
