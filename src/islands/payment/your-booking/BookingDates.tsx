import type { ReactNode } from 'react'
import { formatBikram } from '#domain/bikram-sambat.ts'
import { formatLongDate, parseIsoDate } from '#domain/calendar.ts'

export const FIGURE = 'num block whitespace-normal font-strong text-4'

interface Props {
  startDate: string
  endDate: string
  /** Another `DateFigure`. */
  children?: ReactNode
}

/** First and last day, each with its date of the Nepali calendar. */
export function BookingDates({ startDate, endDate, children }: Props) {
  const days =
    startDate === endDate
      ? [{ label: 'Date', date: startDate }]
      : [
          { label: 'First day', date: startDate },
          { label: 'Last day', date: endDate },
        ]
  return (
    <dl className="mt-5 flex flex-wrap gap-x-10 gap-y-3 border-ink border-y-2 py-3.5">
      {days.map(({ label, date }) => (
        <DateFigure key={label} label={label}>
          <time className={FIGURE} dateTime={date}>
            {formatDay(date)}
          </time>
          <span className="num text-ink-2 text-small">{formatBikramText(date)}</span>
        </DateFigure>
      ))}
      {children}
    </dl>
  )
}

export const DateFigure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="label mute">{label}</dt>
    <dd>{children}</dd>
  </div>
)

function formatDay(text: string): string {
  const date = parseIsoDate(text)
  return date ? formatLongDate(date) : text
}

/** The lengths of the Nepali months are announced year by year. */
function formatBikramText(text: string): string | undefined {
  const date = parseIsoDate(text)
  return date && (formatBikram(date) ?? 'BS date not announced yet')
}
