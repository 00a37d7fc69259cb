import { useEffect, useRef, useState } from 'react'
import { getValidationMessage } from '#contract/validation-messages.ts'
import { type IsoDate, isoDate } from '#domain/calendar.ts'
import { Field } from '#islands/ui/Field.tsx'

interface Props {
  id: 'startDate' | 'endDate'
  label: string
  optional?: boolean
  value: IsoDate | ''
  min: IsoDate
  error: string | undefined
  onChange: (day: IsoDate | '') => void
  onFocus: () => void
}

/** A date to type. While it is being typed the field is the browser's own; half a date is not taken away. */
export function DateField({ id, label, optional = false, value, min, error, onChange, onFocus }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [unreadable, setUnreadable] = useState(false)
  useEffect(() => {
    const field = input.current
    if (field && field !== document.activeElement && field.value !== value) field.value = value
  }, [value])
  return (
    <Field
      id={id}
      label={label}
      optional={optional}
      error={unreadable ? getValidationMessage(id, 'not_a_date') : error}
    >
      {(control) => (
        <input
          {...control}
          ref={input}
          name={id}
          type="date"
          required={!optional}
          min={min}
          defaultValue={value}
          onChange={(event) => onChange(isoDate(event.target.value) ?? '')}
          onFocus={() => {
            setUnreadable(false)
            onFocus()
          }}
          onBlur={(event) => {
            const { value: typed, validity } = event.target
            setUnreadable(validity.badInput || (typed !== '' && isoDate(typed) === undefined))
          }}
        />
      )}
    </Field>
  )
}
