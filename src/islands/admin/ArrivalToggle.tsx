import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import {
  $arrivalChanges,
  type ExpectedArrival,
  findArrivalProblem,
  toggleArrival,
} from '#stores/admin/desk/arrivals.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../ui/Alert.tsx'

interface Props {
  person: ExpectedArrival & { customerName: string }
  date: string
  reload: () => Promise<void>
}

/** On paper, only the time. */
const HERE =
  'bg-pipal-wash text-pipal print:min-h-0 print:min-w-0 print:border-0 print:bg-transparent print:p-0 print:shadow-none print:transition-none'

/** A toggle on the current day, and only the time of arrival on other days. */
export function ArrivalToggle({ person, date, reload }: Props) {
  const { busy } = useStore($arrivalChanges)
  const time = person.arrivedAt && kathmanduTime(Date.parse(person.arrivedAt))
  if (!HAS_SERVER_FEATURES || date !== kathmanduDate(now())) return time && <span className="num">Here at {time}</span>
  return (
    <button
      type="button"
      className={`button button-quiet button-small min-w-25 ${time ? HERE : 'print:hidden'}`}
      aria-pressed={time !== null}
      aria-disabled={busy.includes(person.bookingId) || undefined}
      onClick={() => void toggleArrival(person, date, reload)}
    >
      {time ? (
        <>
          <Check className="icon" aria-hidden="true" />
          <span className="num">{time}</span>
        </>
      ) : (
        'Arrived'
      )}
      <span className="visually-hidden">
        {time ? ' here: ' : ': '}
        {person.customerName}
      </span>
    </button>
  )
}

export function ArrivalProblem({ people }: { people: readonly ExpectedArrival[] }) {
  const { failed } = useStore($arrivalChanges)
  return <Alert problem={findArrivalProblem(failed, people)} />
}
