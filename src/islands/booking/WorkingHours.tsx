import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import { clampHours } from '#domain/draft.ts'
import { type BookableLocation, hoursOn, listTimes } from '#domain/location.ts'
import { Field } from '#islands/ui/Field.tsx'
import { setHours } from '#stores/booking/draft.ts'
import type { Wizard } from './wizard.ts'

interface Props {
  wizard: Wizard
  location: BookableLocation
  /** Whose opening hours hold. */
  day: IsoDate
}

/** Working hours within the opening hours of the first day. */
export function WorkingHours({ wizard: { draft, errorOf }, location, day }: Props) {
  const { open, close } = hoursOn(location, day)
  const times = listTimes(open, close)
  // The draft keeps the usual hours until there is a day to fit them to; what is offered before fits the day shown.
  const { startTime, endTime } = draft.startDate ? draft : clampHours(draft, location, day)
  return (
    <>
      <TimeSelect
        id="startTime"
        label="Start time"
        value={startTime}
        times={times.filter((time) => time < close)}
        error={errorOf('startTime')}
      />
      <TimeSelect
        id="endTime"
        label="End time"
        value={endTime}
        times={times.filter((time) => time > startTime)}
        error={errorOf('endTime')}
      />
    </>
  )
}

interface TimeSelectProps {
  id: 'startTime' | 'endTime'
  label: string
  value: ClockTime
  times: readonly ClockTime[]
  error: string | undefined
}

function TimeSelect({ id, label, value, times, error }: TimeSelectProps) {
  // A time off the half hour, from an older draft, stays on offer while it is chosen.
  const offered = times.includes(value) ? times : [...times, value].toSorted()
  return (
    <Field id={id} label={label} error={error}>
      {(control) => (
        <select
          {...control}
          name={id}
          value={value}
          onChange={(event) => setHours({ [id]: event.target.value as ClockTime })}
        >
          {offered.map((time) => (
            <option key={time}>{time}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
