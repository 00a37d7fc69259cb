import { useStore } from '@nanostores/react'
import { formatLongDate, type IsoDate } from '#domain/calendar.ts'
import { $today } from '#stores/today.ts'
import { $tourSlots } from '#stores/tour-slots.ts'
import { Field } from './Field.tsx'

interface Props {
  /** `undefined` until a location is chosen. */
  days: readonly IsoDate[] | undefined
  date: string
  time: string
  errors: Partial<Record<string, string>>
  onChange: (change: { date: string } | { time: string }) => void
}

/** The day and the time of a tour. Full times are shown but cannot be chosen. */
export function TourTimeFields({ days, date, time, errors, onChange }: Props) {
  const today = useStore($today)
  const slots = useStore($tourSlots)
  return (
    <div className="field-row mt-7">
      <Field id="date" label="Day" error={errors.date}>
        {(control) => (
          <select
            {...control}
            className="disabled:opacity-100"
            name="date"
            required
            disabled={!days?.length}
            value={date}
            onChange={(event) => onChange({ date: event.target.value })}
          >
            <option value="">{days ? 'Choose a day' : 'Choose a location first'}</option>
            {days?.map((day) => (
              <option key={day} value={day}>
                {day === today ? 'Today, ' : ''}
                {formatLongDate(day)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field id="time" label="Time" error={errors.time}>
        {(control) => (
          <select
            {...control}
            className="disabled:opacity-100"
            name="time"
            required
            disabled={date === ''}
            value={time}
            onChange={(event) => onChange({ time: event.target.value })}
          >
            <option value="">{date ? 'Choose a time' : 'Choose a day first'}</option>
            {slots.map((slot) => (
              <option key={slot.time} value={slot.time} disabled={slot.free === 0}>
                {slot.free === 0 ? `${slot.time}, full` : slot.time}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
