import { DoorOpen, MapPin, MessageCircle } from 'lucide-react'
import { whatsappHref } from '#domain/contact.ts'
import type { VisitLocation } from './visit.ts'

interface Props {
  /** What a message is about, such as `my booking BK-…`. */
  subject: string
  /** Absent if there is nothing to come to. */
  location: VisitLocation | undefined
  whatsapp: string
}

const ROW = 'flex items-center gap-3.5 border-line border-b'
const TEXT = 'flex-1 text-pretty py-3 print:py-0.75'
const LINK = `${TEXT} hover:text-brick`

/** Where the customer goes, and how to reach us. */
export const Visit = ({ subject, location, whatsapp }: Props) => (
  <section className="behind-form:hidden break-inside-avoid" aria-labelledby="visit">
    <h2 className="display-3" id="visit">
      {location ? 'Getting there' : 'Questions'}
    </h2>
    <ul className="mt-2">
      {location && <Directions location={location} />}
      <li className={ROW}>
        <MessageCircle className="icon text-brick" />
        <a className={LINK} href={whatsappHref(whatsapp, `Hello, this is about ${subject}: `)}>
          Write on WhatsApp <span className="num">{whatsapp}</span>
        </a>
      </li>
    </ul>
  </section>
)

const Directions = ({ location }: { location: VisitLocation }) => (
  <>
    <li className={ROW}>
      <MapPin className="icon text-brick" />
      {location.googleMapsUrl ? (
        <a className={LINK} href={location.googleMapsUrl}>
          {location.fullAddress}
          <span className="no-print">, open in maps</span>
        </a>
      ) : (
        <span className={TEXT}>{location.fullAddress}</span>
      )}
    </li>
    {location.doorNote && (
      <li className={ROW}>
        <DoorOpen className="icon text-brick" />
        <span className={TEXT}>{location.doorNote}</span>
      </li>
    )}
  </>
)
