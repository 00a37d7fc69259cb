import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import {
  DayButton,
  type DayButtonProps,
  DayPicker,
  type Modifiers,
  useDayPicker,
  type WeekProps,
} from 'react-day-picker'
import { formatFull, isFull, isNearlyFull, seatsLeft } from '#domain/availability.ts'
import { formatBikramRange } from '#domain/bikram-sambat.ts'
import { addDays, addMonths, getFirstOfMonth, type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import { findClosedReason, type HasClosures } from '#domain/closure.ts'
import { listClosedDays } from '#domain/closure-ranges.ts'
import { type DateRange, later } from '#domain/date-range.ts'
import type { LocationId } from '#domain/location.ts'
import { $seatsUnknown, loadSeats, type SeatsByDay } from '#stores/seats.ts'

interface Props {
  location: HasClosures & { id: LocationId }
  /** Free seats, as far as they are known. */
  seats: SeatsByDay | undefined
  /** Seats that the booking takes. */
  needed: number
  /** One day is booked, and not a range. */
  isOneDay: boolean
  today: IsoDate
  /** The first and the last day that can be chosen. */
  first: IsoDate
  last: IsoDate
  /** Why the days from today until the first one cannot be chosen. */
  earlyReason: string
  startDate: IsoDate | ''
  endDate?: IsoDate | ''
  /** The days covered, if the dates are valid. */
  coverage: DateRange | undefined
  /** A visitor can wait for a full day. */
  isWaitable?: boolean
  /** Number of months beside each other. */
  columns: 1 | 2
  /** The next day picked ends the range, unless it is before its start. */
  pickingEnd?: boolean
  onPick: (day: IsoDate) => void
}

/** Disabled and full days are labelled with the reason. A full day can be chosen. */
export default function Calendar({
  location,
  seats,
  needed,
  isOneDay,
  today,
  first,
  last,
  earlyReason,
  startDate,
  endDate = '',
  coverage,
  isWaitable = false,
  columns,
  pickingEnd = false,
  onPick,
}: Props) {
  const isUnknown = useStore($seatsUnknown)
  const startMonth = getFirstOfMonth(startDate && startDate >= today ? startDate : first)
  const [month, setMonth] = useState(startMonth)
  const months = countMonths(month, today, columns)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // An entered or suggested date changes the visible month; a picked one does not move it under the pointer.
    const isPicking = box.current?.contains(document.activeElement)
    setMonth((shownMonth) =>
      isPicking && startDate && isShown(startDate, shownMonth, countMonths(shownMonth, today, columns))
        ? shownMonth
        : startMonth,
    )
  }, [startDate, startMonth, columns, today])
  const shown = { from: later(month, today), to: addDays(addMonths(month, months), -1) }
  useEffect(() => {
    if (shown.to >= shown.from) void loadSeats(location.id, shown.from, shown.to)
  }, [location.id, shown.from, shown.to])

  const seatsOn = (date: Date) => seats?.get(toIsoDate(date))
  const full = (date: Date) => {
    const day = seatsOn(date)
    return day !== undefined && isFull(day, needed) && toIsoDate(date) >= today
  }
  const closedReason = (date: Date) => {
    const day = toIsoDate(date)
    return day >= today ? findClosedReason(location, day) : undefined
  }
  const closedDays = listClosedDays(location, shown)
  // The sentence about the dates names those that the booking covers.
  const otherClosedDays = closedDays.filter(({ from, to }) => !coverage || to < coverage.from || from > coverage.to)
  const closed = (date: Date) => closedReason(date) !== undefined
  const canWait =
    isWaitable &&
    !(startDate && full(toDate(startDate))) &&
    [...(seats?.values() ?? [])].some((day) => day.date >= shown.from && day.date <= shown.to && isFull(day, needed))
  const formatFullDay = (date: Date) => {
    const day = seatsOn(date)
    return formatFull(needed, day && seatsLeft(day)).toLowerCase()
  }
  const getNotes = (date: Date, modifiers: Modifiers) =>
    listUnavailableReasons(modifiers, earlyReason, closedReason(date), formatFullDay(date))
  const unavailable: Record<string, (date: Date) => boolean> = {
    past: (date) => toIsoDate(date) < today,
    // A booking can cover a closed day and end on it.
    closedStart: (date) => !(pickingEnd && toIsoDate(date) > startDate) && closed(date),
    early: (date) => toIsoDate(date) >= today && toIsoDate(date) < first,
    late: (date) => toIsoDate(date) > last,
  }
  const pickerProps = {
    month: toDate(month),
    onMonthChange: (month: Date) => setMonth(getFirstOfMonth(toIsoDate(month))),
    numberOfMonths: months,
    startMonth: toDate(first),
    endMonth: toDate(last > (coverage?.to ?? last) ? last : (coverage?.to ?? last)),
    today: toDate(today),
    navLayout: 'around' as const,
    components: { Chevron, DayButton: DayWithReason, Week },
    disabled: Object.values(unavailable),
    modifiers: {
      ...unavailable,
      full,
      closed,
      few: (date: Date) => {
        const day = seatsOn(date)
        return day !== undefined && isNearlyFull(day, needed) && !closed(date)
      },
      // A closed day that was entered covers nothing.
      requestedStart: startDate && !coverage ? toDate(startDate) : [],
      requestedEnd: endDate && !isOneDay ? toDate(endDate) : [],
      singleDay: coverage?.from === coverage?.to && coverage ? toDate(coverage.from) : [],
    },
    classNames: CLASS_NAMES,
    labels: {
      labelDayButton: (date: Date, modifiers: Modifiers) => {
        const day = seatsOn(date)
        return formatDayLabel(date, modifiers, getNotes(date, modifiers), day && seatsLeft(day))
      },
    },
    onDayClick: (date: Date, modifiers: Modifiers) => {
      if (!modifiers.disabled) onPick(toIsoDate(date))
    },
  }
  return (
    <div data-field="startDate" ref={box}>
      <Reasons value={getNotes}>
        {isOneDay ? (
          <DayPicker {...pickerProps} mode="single" selected={coverage && toDate(coverage.from)} onSelect={() => {}} />
        ) : (
          <DayPicker
            {...pickerProps}
            mode="range"
            selected={coverage && { from: toDate(coverage.from), to: toDate(coverage.to) }}
            onSelect={() => {}}
          />
        )}
      </Reasons>
      <ul className="mt-1 flex flex-wrap gap-x-5 text-ink-2 text-label *:flex *:min-h-8 *:items-center *:gap-2">
        {!isOneDay && (
          <li className="before:inset-ring-1 before:inset-ring-marigold before:size-4 before:bg-marigold-wash">
            Days covered
          </li>
        )}
        <li className="before:inset-ring-1 before:inset-ring-line-3 before:size-4 before:bg-hatch-small">
          {formatFull(needed)}
        </li>
        <li className="before:size-1.5 before:bg-brick">Few left</li>
        {closedDays.length > 0 && (
          <li>
            <span className="text-ink-3 line-through" aria-hidden="true">
              12
            </span>
            Closed
          </li>
        )}
      </ul>
      <p className="small soft num mt-2 empty:hidden">{coverage && formatBikramRange(coverage.from, coverage.to)}</p>
      <ul className="small soft mt-2 empty:hidden">
        {otherClosedDays.map((days) => (
          <li key={days.from}>Closed: {formatClosedDays([days])}</li>
        ))}
      </ul>
      {canWait && (
        <p className="small soft mt-2">Is your day full? Choose it, and we can tell you when a seat is free.</p>
      )}
      {isUnknown && (
        <p className="hint mt-2">We cannot show free seats at the moment. We check them again when you book.</p>
      )}
    </div>
  )
}

/** Near the end of the current month also the next one. */
const countMonths = (month: IsoDate, today: IsoDate, columns: number): number =>
  month === getFirstOfMonth(today) && addDays(today, 13) >= addMonths(month, 1) ? 2 : columns

/** Weeks that have passed are not drawn. */
function Week({ week, ...row }: WeekProps) {
  const { today } = useDayPicker().dayPickerProps
  const last = week.days.at(-1)
  const isPast = today && last && toIsoDate(last.date) < toIsoDate(today)
  return <>{!isPast && <tr {...row} />}</>
}

const MONTH_BUTTON =
  'row-start-1 grid size-11 place-items-center rounded-2 hover:bg-current/9 aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-line-3'

const CLASS_NAMES = {
  months: 'grid grid-cols-fit-240 gap-x-fluid-24-40 gap-y-6',
  month: 'grid grid-cols-sides-44 content-start items-center gap-y-1.5',
  month_caption: 'col-start-2 row-start-1 text-center font-stretch-90% font-strong text-4',
  button_previous: `${MONTH_BUTTON} col-start-1`,
  button_next: `${MONTH_BUTTON} col-start-3`,
  month_grid: 'col-span-full w-full table-fixed border-separate border-spacing-y-1 tabular-nums',
  weekday: 'h-8 font-med text-ink-3 text-label',
  day: 'group/day text-center',
}

/** Shows why a day is disabled or closed. */
function DayWithReason(props: DayButtonProps) {
  const { modifiers, day } = props
  const title = useContext(Reasons)(day.date, modifiers).join(', ') || undefined
  return <DayButton {...props} className={getDayClasses(modifiers)} title={title} />
}

function getDayClasses({ selected, disabled, full, closed, few, today, ...modifiers }: Modifiers): string {
  const { range_start: isStart, range_end: isEnd, singleDay } = modifiers
  const isEdge = isStart || isEnd || singleDay
  const isRequested = modifiers.requestedStart || modifiers.requestedEnd
  return [
    'relative h-12 w-full focus-visible:z-1 focus-visible:-outline-offset-2',
    singleDay
      ? 'rounded-2'
      : isEnd
        ? 'rounded-l-none rounded-r-2'
        : isStart
          ? 'rounded-l-2 rounded-r-none'
          : 'rounded-none group-first/day:rounded-l-2 group-last/day:rounded-r-2',
    full ? 'bg-hatch' : '',
    full || closed ? 'line-through' : '',
    isEdge && !full
      ? 'bg-ink text-paper'
      : isEdge || isRequested
        ? 'inset-ring-2 inset-ring-ink'
        : full
          ? 'inset-ring-1 inset-ring-line-2 text-ink-3'
          : '',
    selected && (full || !isEdge) ? 'bg-marigold-wash' : '',
    !full && !isEdge ? (closed ? 'text-ink-3' : disabled ? 'text-line-3' : '') : '',
    isEdge || isRequested ? 'font-strong' : disabled ? 'font-text' : 'font-med',
    disabled ? '' : 'hover:inset-ring-2 hover:inset-ring-line-3',
    selected ? 'forced-colors:outline-2 forced-colors:outline-highlight forced-colors:-outline-offset-2' : '',
    few ? 'before:absolute before:top-2 before:right-2 before:size-1.5 before:bg-brick' : '',
    today ? 'after:absolute after:bottom-1.75 after:left-1/2 after:-ml-2 after:h-0.5 after:w-4 after:bg-brick' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const Reasons = createContext<(date: Date, modifiers: Modifiers) => string[]>(() => [])

/** A closed day can be chosen as the end, and can be full. */
function listUnavailableReasons(
  modifiers: Modifiers,
  earlyReason: string,
  closedReason: string | undefined,
  fullText: string,
): string[] {
  const reason = getUnavailableReason(modifiers, earlyReason, fullText)
  return [closedReason !== undefined && `closed: ${closedReason}`, reason].filter((note) => typeof note === 'string')
}

function getUnavailableReason(
  { past, early, late, full }: Modifiers,
  earlyReason: string,
  fullText: string,
): string | undefined {
  if (past) return 'in the past'
  if (full) return fullText
  if (early) return earlyReason
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

const DAY_NAME = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

function formatDayLabel(
  date: Date,
  modifiers: Modifiers,
  reasons: readonly string[],
  left: number | undefined,
): string {
  const notes = [
    modifiers.today && 'today',
    ...reasons,
    modifiers.few && `${left} ${left === 1 ? 'seat' : 'seats'} left`,
    modifiers.range_start && 'start date',
    modifiers.requestedStart && 'chosen date',
    modifiers.range_end && 'last day covered',
    modifiers.requestedEnd && 'end date',
  ]
  return [DAY_NAME.format(date), ...notes.filter((note) => typeof note === 'string')].join(', ')
}
