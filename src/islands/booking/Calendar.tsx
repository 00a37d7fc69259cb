import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import './calendar.css'
import { DayButton, type DayButtonProps, DayPicker, type Modifiers } from 'react-day-picker'
import { isFull, isNearlyFull, seatsLeft } from '#domain/availability.ts'
import { addDays, addMonths, type IsoDate, isoDate } from '#domain/calendar.ts'
import { hoursOn } from '#domain/location.ts'
import { MAX_DAYS_AHEAD, MAX_DAYS_COVERED } from '#domain/period.ts'
import { isDayPass } from '#domain/plan.ts'
import { $seats, $seatsUnknown, loadSeats } from '#stores/booking/seats.ts'
import { getChosenLocation, getChosenPlan, type Wizard } from './wizard.ts'

interface Props {
  wizard: Wizard
  today: IsoDate
  /** Today can no longer be booked here. */
  salesEnded: boolean
  /** How many stand side by side. */
  months: 1 | 2
  /** The next day picked ends the range: days before its start cannot be chosen. */
  pickingEnd: boolean
  onPick: (day: IsoDate) => void
  onPickStart: () => void
}

/** A calendar whose days that cannot be chosen are disabled and named with the reason. */
export default function Calendar({ wizard, today, salesEnded, months, pickingEnd, onPick, onPickStart }: Props) {
  const { draft, covered } = wizard
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  const known = useStore($seats)
  const unknown = useStore($seatsUnknown)
  const [month, setMonth] = useState(() => getFirstOfMonth(today))
  const { startDate } = draft
  const box = useRef<HTMLDivElement>(null)
  // The server may tell another day than the visitor's clock did.
  useEffect(() => setMonth(getFirstOfMonth(today)), [today])
  useEffect(() => {
    // A typed date, or an offer taken, brings its month on show; nothing moves under a pointer that picks.
    const picking = box.current?.contains(document.activeElement)
    if (!startDate || startDate < today) return
    setMonth((shown) => (picking && isShown(startDate, shown, months) ? shown : getFirstOfMonth(startDate)))
  }, [startDate, months, today])
  useEffect(() => {
    if (!location) return
    const last = addDays(addMonths(month, months), -1)
    if (last >= today) void loadSeats(location.id, month < today ? today : month, last)
  }, [location, month, months, today])
  if (!location || !plan) return null

  const seats = known[location.id]
  const dayOf = (date: Date) => seats?.get(toIsoDate(date))
  const first = pickingEnd && draft.startDate ? draft.startDate : today
  const last =
    pickingEnd && draft.startDate ? addDays(draft.startDate, MAX_DAYS_COVERED - 1) : addDays(today, MAX_DAYS_AHEAD)
  const full = (date: Date) => {
    const day = dayOf(date)
    return day !== undefined && isFull(day, plan.id) && toIsoDate(date) >= today
  }
  const { close } = hoursOn(location, today)
  const reasons: Record<string, (date: Date) => boolean> = {
    past: (date) => toIsoDate(date) < today,
    closed: (date) => salesEnded && toIsoDate(date) === today,
    early: (date) => toIsoDate(date) >= today && toIsoDate(date) < first,
    late: (date) => toIsoDate(date) > last,
    full,
  }
  const shared = {
    month: toDate(month),
    onMonthChange: (shown: Date) => setMonth(getFirstOfMonth(toIsoDate(shown))),
    numberOfMonths: months,
    startMonth: toDate(today),
    endMonth: toDate(last > (covered?.to ?? last) ? last : (covered?.to ?? last)),
    today: toDate(today),
    navLayout: 'around' as const,
    components: { Chevron, DayButton: DayWithReason },
    disabled: Object.values(reasons),
    modifiers: {
      ...reasons,
      few: (date: Date) => {
        const day = dayOf(date)
        return day !== undefined && isNearlyFull(day, plan.id)
      },
      wanted: draft.endDate && !isDayPass(plan.id) ? toDate(draft.endDate) : [],
      only: covered?.from === covered?.to && covered ? toDate(covered.from) : [],
    },
    modifiersClassNames: { full: 'day-full', few: 'day-few', wanted: 'day-wanted', only: 'day-only' },
    labels: {
      labelDayButton: (date: Date, modifiers: Modifiers) => {
        const day = dayOf(date)
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
          <DayPicker {...shared} mode="single" selected={covered && toDate(covered.from)} onSelect={() => {}} />
        ) : (
          <DayPicker
            {...shared}
            mode="range"
            selected={covered && { from: toDate(covered.from), to: toDate(covered.to) }}
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
            <button type="button" className="link" onClick={onPickStart}>
              Choose another start date
            </button>
          </li>
        )}
      </ul>
      {unknown && (
        <p className="hint">Free seats cannot be looked up at the moment. They are checked again when you book.</p>
      )}
    </div>
  )
}

/** Why a day cannot be chosen, for eyes as well. */
function DayWithReason(props: DayButtonProps) {
  return <DayButton {...props} title={getUnavailableReason(props.modifiers, useContext(ClosingTime))} />
}

/** When the location closes today. */
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

/** The picker works with the browser's local days; noon keeps them clear of clock changes. */
const toDate = (day: IsoDate): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), 12)

function toIsoDate(date: Date): IsoDate {
  const text = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  const day = isoDate(text.join('-'))
  if (!day) throw new RangeError(`${date} is not a day of the calendar`)
  return day
}

const getFirstOfMonth = (day: IsoDate): IsoDate => `${day.slice(0, 8)}01` as IsoDate
const isShown = (day: IsoDate, month: IsoDate, months: number) => day >= month && day < addMonths(month, months)

function formatDayLabel(date: Date, modifiers: Modifiers, closesAt: string, left: number | undefined): string {
  const day = date.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const notes = [
    modifiers.today && 'today',
    getUnavailableReason(modifiers, closesAt),
    modifiers.few && `${left} ${left === 1 ? 'seat' : 'seats'} left`,
    modifiers.range_start && 'start date',
    modifiers.range_end && 'last day covered',
    modifiers.wanted && 'end date',
  ]
  return [day, ...notes.filter((note) => typeof note === 'string')].join(', ')
}
