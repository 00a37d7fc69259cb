import type { BookingView } from '#contract/bookings.ts'
import { formatBikram } from '#domain/bikram-sambat.ts'
import { formatLongDate, parseIsoDate } from '#domain/calendar.ts'

/** First and last day, with the date of the Nepali calendar where its month is confirmed. */
export function BookingDates({ booking: { startDate, endDate } }: { booking: BookingView }) {
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
        <div key={label}>
          <dt className="label mute">{label}</dt>
          <dd>
            <DayOfBooking date={date} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function DayOfBooking({ date: text }: { date: string }) {
  const date = parseIsoDate(text)
  const bikram = date && formatBikram(date)
  return (
    <>
      <time className="num block whitespace-normal font-strong text-4" dateTime={text}>
        {date ? formatLongDate(date) : text}
      </time>
      {bikram && <span className="num text-ink-2 text-small">{bikram}</span>}
    </>
  )
}
