import { clampHours, usualHours } from '#domain/booking-draft.ts'
import type { ClockTime, IsoDate } from '#domain/calendar.ts'
import { type BookableLocation, listTimes } from '#domain/location.ts'
import { Field } from '#islands/ui/Field.tsx'
import { changeDraft } from '#stores/booking/draft.ts'
import type { Wizard } from './wizard.ts'

interface Props {
  wizard: Wizard
  location: BookableLocation
  /** The day whose usual opening hours apply. */
  day: IsoDate
}

/** Working hours within the usual opening hours of the first day. */
export function WorkingHoursFields({ wizard: { draft, errorOf }, location, day }: Props) {
  const { open, close } = usualHours(location, day)
  const times = listTimes(open, close)
  // Until a day is chosen the draft holds the usual hours; options are limited to the day shown.
  const { startTime, endTime } = draft.startDate ? draft : clampHours(draft, location, day)
  const fields = [
    { id: 'startTime', label: 'Start time', value: startTime, options: times.filter((time) => time < close) },
    { id: 'endTime', label: 'End time', value: endTime, options: times.filter((time) => time > startTime) },
  ] as const
  return (
    <fieldset className="mt-7" aria-describedby="working-hours">
      <legend className="mb-1 font-strong">Working hours</legend>
      <p className="hint mb-4" id="working-hours">
        When you usually come. Seats are held for the whole day.
      </p>
      <div className="field-row max-sm:grid-cols-2">
        {fields.map(({ id, label, value, options }) => (
          <Field key={id} id={id} label={label} error={errorOf(id)}>
            {(control) => (
              <select
                {...control}
                name={id}
                value={value}
                onChange={(event) => changeDraft({ [id]: event.target.value as ClockTime })}
              >
                {/* A time off the half hour, from an older draft, stays available while selected. */}
                {[...new Set([...options, value])].toSorted().map((time) => (
                  <option key={time}>{time}</option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
