import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { STARTED_ENTRY } from '#contract/admin/closure-messages.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { CLOSURE_REASON_LENGTH, hasStarted } from '#domain/closure-list.ts'
import type { ClosureRow } from '#stores/admin/closures/closure-edit.ts'
import { $closureEdit, $problems, editRow } from '#stores/admin/closures/closures.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { DateField, SelectField, TextField } from '../form/fields.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { getFieldId } from './focus-field.ts'

interface Props {
  row: ClosureRow
  locations: Readonly<Record<string, string>>
}

const SHORT_HOURS = { open: '10:00', close: '16:00' }

export function ClosureFields({ row, locations }: Props) {
  const { key, input, saved } = row
  const { showProblems } = useStore($closureEdit)
  const problems = useStore($problems)
  const field = (name: string) => ({
    id: getFieldId(key, name),
    error: showProblems ? problems[`${key}.${name}`] : undefined,
  })
  const [typedHours, setTypedHours] = useState(SHORT_HOURS)
  const chooseOpening = (opening: string) => {
    if (input.hours) setTypedHours(input.hours)
    editRow(row, { hours: opening === 'hours' ? typedHours : null })
  }
  const today = kathmanduDate(now())
  const isRunning = saved !== undefined && hasStarted(saved, today)
  return (
    <fieldset className={`mt-2.5 grid gap-3.5 sm:grid-cols-2 ${COMPACT_FIELDS}`}>
      <legend className="visually-hidden">{saved ? 'Edit these days' : 'New days'}</legend>
      <SelectField
        {...field('locationId')}
        label="Location"
        hint={isRunning && STARTED_ENTRY}
        autoFocus={!isRunning}
        disabled={isRunning}
        value={input.locationId ?? ''}
        options={{ '': 'All locations', ...locations }}
        onChange={(locationId) => editRow(row, { locationId: locationId || null })}
      />
      <SelectField
        id={getFieldId(key, 'opening')}
        label="Opening hours"
        disabled={isRunning}
        value={input.hours ? 'hours' : 'closed'}
        options={{ closed: 'Closed', hours: 'Open at other hours' }}
        onChange={chooseOpening}
      />
      <DateField
        {...field('from')}
        label="First day"
        min={isRunning ? undefined : today}
        disabled={isRunning}
        value={input.from}
        onChange={(from) => editRow(row, { from, ...(input.to < from && { to: from }) })}
      />
      <DateField
        {...field('to')}
        label="Last day"
        autoFocus={isRunning}
        min={today}
        value={input.to}
        onChange={(to) => editRow(row, { to })}
      />
      {input.hours && <HourFields row={row} hours={input.hours} error={field('hours').error} disabled={isRunning} />}
      <div className="sm:col-span-2">
        <TextField
          {...field('reason')}
          label="Reason, shown to visitors"
          maxLength={CLOSURE_REASON_LENGTH.max}
          value={input.reason}
          onChange={(reason) => editRow(row, { reason })}
        />
      </div>
      <Alert problem={field('id').error} />
    </fieldset>
  )
}

interface HourFieldsProps {
  row: ClosureRow
  hours: { open: string; close: string }
  error: string | undefined
  disabled: boolean
}

const HourFields = ({ row, hours, error, disabled }: HourFieldsProps) => (
  <>
    <TextField
      id={getFieldId(row.key, 'open')}
      label="Opens"
      type="time"
      disabled={disabled}
      error={error}
      value={hours.open}
      onChange={(open) => editRow(row, { hours: { ...hours, open } })}
    />
    <TextField
      id={getFieldId(row.key, 'close')}
      label="Closes"
      type="time"
      disabled={disabled}
      value={hours.close}
      onChange={(close) => editRow(row, { hours: { ...hours, close } })}
    />
  </>
)
