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
import './arrival.css'

interface Props {
  person: ExpectedArrival & { customerName: string }
  date: string
  /** Reads the list again. */
  read: () => Promise<void>
}

/** Whether somebody is here and since when: one press marks it, another takes it back. Other days are only told. */
export function ArrivalToggle({ person, date, read }: Props) {
  const { busy } = useStore($arrivalChanges)
  const time = person.arrivedAt && kathmanduTime(Date.parse(person.arrivedAt))
  if (!HAS_SERVER_FEATURES || date !== kathmanduDate(now())) return time && <span className="num">Here at {time}</span>
  return (
    <button
      type="button"
      className="button button-quiet button-small arrival"
      aria-pressed={time !== null}
      aria-disabled={busy.includes(person.bookingId) || undefined}
      onClick={() => void toggleArrival(person, date, read)}
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

/** What did not work, above the list. */
export function ArrivalProblem({ people }: { people: readonly ExpectedArrival[] }) {
  const { failed } = useStore($arrivalChanges)
  return <Alert problem={findArrivalProblem(failed, people)} />
}
