import { type ReactNode, useState } from 'react'
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
import { FormDisclosure } from './FormDisclosure.tsx'

const EMPTY = { from: '', seats: '', reason: '' }

interface Props extends Pick<Capacity, 'locationId'> {
  heading: ReactNode
  /** The form is closed: reports what was saved, and moves the focus. */
  done: (status: string) => void
}

export function ChangeForm({ locationId, heading, done }: Props) {
  const [values, setValues] = useFormDraft(`seats/${locationId}/change`, EMPTY)
  const [isOpen, setOpen] = useState(values !== EMPTY)
  const task = useTask()
  const field = bindFields(values, (changed) => setValues({ ...values, ...changed }), task.fields)
  const close = (status: string) => {
    setValues(EMPTY)
    setOpen(false)
    done(status)
  }
  const send = async () => {
    const { from, seats, reason } = values
    const changed = await task.run(() => changeCapacity({ locationId, from, seats: Number(seats), reason }))
    if (!changed) return
    const date = parseIsoDate(from)
    close(`Saved: ${formatCount(Number(seats), 'seat')} from ${date ? formatDate(date) : from}.`)
  }
  return (
    <FormDisclosure heading={heading} button="Change seats" isOpen={isOpen} open={() => setOpen(true)}>
      <TaskForm
        task={task}
        title="Change seats from a date"
        className={`grid gap-3.5 empty-alerts:absolute ${COMPACT_FIELDS}`}
        button={task.busy ? 'Saving…' : 'Change seats'}
        cancel={() => close('')}
        send={send}
      >
        <p className="mute">Earlier days and existing bookings do not change.</p>
        <Alert problem={task.problem} />
        <div className="grid gap-3.5 sm:grid-cols-3">
          <DateField id="seats-from" label="First day" autoFocus min={kathmanduDate(now())} {...field('from')} />
          <TextField id="seats-count" label="Seats" type="number" min={1} inputMode="numeric" {...field('seats')} />
          <TextField id="seats-reason" label="Reason" maxLength={CAPACITY_REASON_LENGTH.max} {...field('reason')} />
        </div>
      </TaskForm>
    </FormDisclosure>
  )
}
