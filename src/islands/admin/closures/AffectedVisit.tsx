import { formatLongDate, type IsoDate } from '#domain/calendar.ts'
import { AffectedRow } from './AffectedRow.tsx'

interface Props {
  href: string
  title: string
  name: string
  date: IsoDate
  time: string
  location: string
  email: string
  phone: string
}

/** A tour or a reserved room, which leaves the list once it is moved or cancelled on its own screen. */
export const AffectedVisit = ({ href, title, name, date, time, location, email, phone }: Props) => (
  <AffectedRow
    title={<b className="font-strong">{title}</b>}
    days={
      <>
        {formatLongDate(date)}, <span className="whitespace-nowrap">{time}</span>{' '}
        <span className="mute block text-label">{location}</span>
      </>
    }
    contact={{
      ...{ name, phone, email },
      message: `Hello ${name}, ${location} is not open for your visit on ${formatLongDate(date)} at ${time}: `,
    }}
  >
    <a className="button button-quiet button-small" href={href}>
      Move or cancel<span className="visually-hidden">: {title}</span>
    </a>
  </AffectedRow>
)
