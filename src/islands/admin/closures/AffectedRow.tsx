import type { ReactNode } from 'react'
import { PhoneLink, WhatsappLink } from '../contact-links.tsx'

interface Props {
  title: ReactNode
  days: ReactNode
  /** Left out where there is nothing to write about. */
  contact?: { name: string; phone: string; email: string; message: string }
  children?: ReactNode
}

/** A booking, tour or reserved room on a closed day, with its actions as children. */
export const AffectedRow = ({ title, days, contact, children }: Props) => (
  <li className="wrap-anywhere grid 1280:grid-cols-affected grid-cols-1fr-auto items-center gap-x-6 gap-y-1 border-line border-b py-2.5">
    <p className="max-1280:col-start-1">{title}</p>
    <p className="num whitespace-normal max-1280:col-start-1">{days}</p>
    {contact && (
      <p className="flex flex-wrap gap-x-4 max-1280:col-span-2">
        {contact.phone && <PhoneLink className="num inline-block min-h-6" phone={contact.phone} />}
        <WhatsappLink
          className="inline-block min-h-6"
          phone={contact.phone}
          name={contact.name}
          text={contact.message}
        />
        {contact.email && (
          <a className="inline-block min-h-6" href={`mailto:${contact.email}`}>
            Email<span className="visually-hidden"> to {contact.name}</span>
          </a>
        )}
      </p>
    )}
    {children && (
      <p className="flex 1280:buttons:w-41 1280:flex-row flex-col items-end 1280:items-center gap-x-4 whitespace-nowrap max-1280:col-start-2 max-1280:row-span-2 max-1280:row-start-1">
        {children}
      </p>
    )}
  </li>
)
