import { useState } from 'react'
import type { Capacity } from '#contract/admin/capacity.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { CAPACITY_REASON_LENGTH } from '#domain/capacity.ts'
import { blockSeats } from '#stores/admin/seats/capacity.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { TaskForm } from '../form/Form.tsx'
import { bindFields, DateField, TextField } from '../form/fields.tsx'
import { formatCount } from '../format-count.ts'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { useTask } from '../useTask.ts'

const EMPTY = { from: '', to: '', seats: '', reason: '' }

export function BlockForm({ locationId }: Pick<Capacity, 'locationId'>) {
  const [values, setValues] = useFormDraft(`seats/${locationId}/block`, EMPTY)
  const [status, setStatus] = useState('')
  const task = useTask()
  const change = (changed: Partial<typeof EMPTY>) => {
    const { from } = changed
    // Only a change of the first day moves the last one: a year is typed digit by digit.
    setValues({ ...values, ...changed, ...(from && values.to < from && { to: from }) })
  }
  const field = bindFields(values, change, task.fields)
  const today = kathmanduDate(now())
  const send = async () => {
    setStatus('')
    const { from, to, seats, reason } = values
    const blocked = await task.run(() => blockSeats({ locationId, from, to, seats: Number(seats), reason }))
    if (!blocked) return
    setValues(EMPTY)
    setStatus(`Blocked ${formatCount(Number(seats), 'seat')}.`)
  }
  return (
    <TaskForm
      task={task}
      title="Block seats"
      className={`grid gap-3.5 pt-3 empty-alerts:absolute ${COMPACT_FIELDS}`}
      button={task.busy ? 'Blocking…' : 'Block seats'}
      send={send}
      footer={
        <p className="mute min-h-lh" role="status">
          {status}
        </p>
      }
    >
      <h3 className="font-strong">Block seats</h3>
      <Alert problem={task.problem} />
      <div className="grid gap-3.5 sm:grid-cols-2 md:grid-cols-4">
        <DateField id="block-from" label="First day" min={today} {...field('from')} />
        <DateField id="block-to" label="Last day" min={values.from || today} {...field('to')} />
        <TextField id="block-seats" label="Seats" type="number" min={1} inputMode="numeric" {...field('seats')} />
        <TextField id="block-reason" label="Reason" maxLength={CAPACITY_REASON_LENGTH.max} {...field('reason')} />
      </div>
    </TaskForm>
  )
}
