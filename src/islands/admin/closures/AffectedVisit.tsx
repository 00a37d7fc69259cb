import { formatLongDate, type IsoDate } from '#domain/calendar.ts'
import { EmailLink, PhoneLink } from '../contact-links.tsx'

interface Props {
  href: string
  title: string
  date: IsoDate
  time: string
  location: string
  email: string
  phone: string
}

/** A tour or a reserved room, in the columns of the bookings above it. */
export const AffectedVisit = ({ href, title, date, time, location, email, phone }: Props) => (
  <li className="wrap-anywhere grid 1280:grid-cols-affected items-center gap-x-6 gap-y-1 border-line border-b py-2.5">
    <p>
      <a className="inline-block min-h-6" href={href}>
        {title}
      </a>
    </p>
    <p className="num whitespace-normal">
      {formatLongDate(date)}, {time} <span className="mute block text-label">{location}</span>
    </p>
    <p className="flex flex-wrap gap-x-4">
      {phone && <PhoneLink className="num inline-block min-h-6" phone={phone} />}
      {email && <EmailLink className="inline-block min-h-6" email={email} />}
    </p>
  </li>
)
