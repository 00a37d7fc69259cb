import { useState } from 'react'
import type { Capacity } from '#contract/admin/capacity.ts'
import { formatDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { CAPACITY_REASON_LENGTH } from '#domain/capacity.ts'
import { changeCapacity } from '#stores/admin/seats/capacity.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { TaskForm } from '../form/Form.tsx'
import { bindFields, DateField, TextField } from '../form/fields.tsx'
import { formatCount } from '../format-count.ts'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { useTask } from '../useTask.ts'

const EMPTY = { from: '', seats: '', reason: '' }

export function ChangeForm({ locationId }: Pick<Capacity, 'locationId'>) {
  const [values, setValues] = useFormDraft(`seats/${locationId}/change`, EMPTY)
  const [status, setStatus] = useState('')
  const task = useTask()
  const field = bindFields(values, (changed) => setValues({ ...values, ...changed }), task.fields)
  const send = async () => {
    setStatus('')
    const { from, seats, reason } = values
    const changed = await task.run(() => changeCapacity({ locationId, from, seats: Number(seats), reason }))
    if (!changed) return
    setValues(EMPTY)
    const date = parseIsoDate(from)
    setStatus(`Saved: ${formatCount(Number(seats), 'seat')} from ${date ? formatDate(date) : from}.`)
  }
  return (
    <TaskForm
      task={task}
      title="Change seats from a date"
      className={`grid gap-3.5 pt-3 empty-alerts:absolute ${COMPACT_FIELDS}`}
      button={task.busy ? 'Saving…' : 'Change seats'}
      send={send}
      footer={
        <p className="mute min-h-lh" role="status">
          {status}
        </p>
      }
    >
      <div>
        <h3 className="font-strong">Change seats from a date</h3>
        <p className="mute">Earlier days and existing bookings do not change.</p>
      </div>
      <Alert problem={task.problem} />
      <div className="grid gap-3.5 sm:grid-cols-3">
        <DateField id="seats-from" label="First day" min={kathmanduDate(now())} {...field('from')} />
        <TextField id="seats-count" label="Seats" type="number" min={1} inputMode="numeric" {...field('seats')} />
        <TextField id="seats-reason" label="Reason" maxLength={CAPACITY_REASON_LENGTH.max} {...field('reason')} />
      </div>
    </TaskForm>
  )
}
