import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { kathmanduDate, kathmanduTime } from '#domain/calendar.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'
import { $arrivalChanges, type ExpectedArrival, findArrivalProblem, markHere } from '#stores/admin/desk/arrivals.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../ui/Alert.tsx'

interface Props {
  person: ExpectedArrival & { customerName: string }
  date: string
  reload: () => Promise<void>
}

/** A toggle on the current day, a list for several people, and only the time of arrival on other days. */
export function ArrivalToggle({ person, date, reload }: Props) {
  const { busy } = useStore($arrivalChanges)
  const { seats, arrivedSeats } = person
  const time = person.arrivedAt && kathmanduTime(Date.parse(person.arrivedAt))
  if (!HAS_SERVER_FEATURES || date !== kathmanduDate(now()))
    return (
      time && <span className="num">{seats > 1 ? `${arrivedSeats} of ${seats} here, ${time}` : `Here at ${time}`}</span>
    )
  const isBusy = busy.includes(person.bookingId)
  const mark = (here: number) => void markHere(person, here, date, reload)
  if (seats > 1) return <TeamArrivals person={person} isBusy={isBusy} mark={mark} />
  return (
    <>
      <button
        type="button"
        className={`button button-quiet button-small min-w-25 print:hidden ${time ? 'bg-pipal-wash text-pipal' : ''}`}
        title={time ? 'Click to undo' : undefined}
        aria-pressed={time !== null}
        aria-disabled={isBusy || undefined}
        onClick={() => mark(time ? 0 : 1)}
      >
        {time ? (
          <>
            <Check className="icon" aria-hidden="true" />
            <span className="num">{time}</span>
          </>
        ) : (
          'Check in'
        )}
        <span className="visually-hidden">
          {time ? ' here: ' : ': '}
          {person.customerName}
        </span>
      </button>
      {time && <span className="num hidden print:inline">Here at {time}</span>}
    </>
  )
}

interface TeamProps {
  person: Props['person']
  isBusy: boolean
  mark: (here: number) => void
}

/** On paper, only the number. */
function TeamArrivals({ person: { customerName, seats, arrivedSeats }, isBusy, mark }: TeamProps) {
  const describe = (here: number) => `${here} of ${seats} here`
  return (
    <>
      <select
        className={`select-arrow min-h-11 appearance-none rounded-2 border border-line-3 pr-7.5 pl-2.5 text-small print:hidden ${arrivedSeats > 0 ? 'bg-pipal-wash text-pipal' : 'bg-paper-raised'}`}
        aria-label={`Here: ${customerName}`}
        aria-disabled={isBusy || undefined}
        value={arrivedSeats}
        onChange={({ target }) => mark(Number(target.value))}
      >
        {Array.from({ length: seats + 1 }, (_, here) => (
          <option key={here} value={here}>
            {describe(here)}
          </option>
        ))}
      </select>
      {arrivedSeats > 0 && <span className="num hidden print:inline">{describe(arrivedSeats)}</span>}
    </>
  )
}

export function ArrivalProblem({ people }: { people: readonly ExpectedArrival[] }) {
  const { failed } = useStore($arrivalChanges)
  return <Alert problem={findArrivalProblem(failed, people)} />
}
