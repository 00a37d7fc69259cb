import { useEffect, useRef, useState } from 'react'
import { getValidationMessage } from '#contract/validation-messages.ts'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { DateInput } from '#islands/ui/DateInput.tsx'
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

/** An uncontrolled field while typing, so that a partial date is not cleared. */
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
        <DateInput
          {...control}
          ref={input}
          name={id}
          date={value}
          required={!optional}
          min={min}
          defaultValue={value}
          onChange={(event) => onChange(parseIsoDate(event.target.value) ?? '')}
          onFocus={() => {
            setUnreadable(false)
            onFocus()
          }}
          onBlur={(event) => {
            const { value: text, validity } = event.target
            setUnreadable(validity.badInput || (text !== '' && parseIsoDate(text) === undefined))
          }}
        />
      )}
    </Field>
  )
}
