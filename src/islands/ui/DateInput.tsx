import type { ComponentProps } from 'react'
import { formatDate, parseIsoDate } from '#domain/calendar.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  /** The date in the field. */
  date: string
  /** Shown instead of the browser's pattern while the field is empty. */
  empty?: string
}

/** The browser's date field, which shows the date in our format, such as `26 Nov 2026`, while it is not edited. */
export function DateInput({ date, empty = 'Choose a date', ...input }: Props) {
  const day = parseIsoDate(date)
  return (
    <span className="date-input">
      <input type="date" {...input} />
      <span className={`date-written num ${day ? '' : 'text-ink-3'}`} aria-hidden="true">
        {day ? formatDate(day) : empty}
      </span>
    </span>
  )
}
