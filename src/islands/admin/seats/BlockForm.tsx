import { type ReactNode, useState } from 'react'
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
import { FormDisclosure } from './FormDisclosure.tsx'

const EMPTY = { from: '', to: '', seats: '', reason: '' }

interface Props extends Pick<Capacity, 'locationId'> {
  heading: ReactNode
  /** The form is closed: reports what was saved, and moves the focus. */
  done: (status: string) => void
}

export function BlockForm({ locationId, heading, done }: Props) {
  const [values, setValues] = useFormDraft(`seats/${locationId}/block`, EMPTY)
  const [isOpen, setOpen] = useState(values !== EMPTY)
  const task = useTask()
  const change = (changed: Partial<typeof EMPTY>) => {
    const { from } = changed
    // Only a change of the first day moves the last one: a year is typed digit by digit.
    setValues({ ...values, ...changed, ...(from && values.to < from && { to: from }) })
  }
  const field = bindFields(values, change, task.fields)
  const today = kathmanduDate(now())
  const close = (status: string) => {
    setValues(EMPTY)
    setOpen(false)
    done(status)
  }
  const send = async () => {
    const { from, to, seats, reason } = values
    const blocked = await task.run(() => blockSeats({ locationId, from, to, seats: Number(seats), reason }))
    if (!blocked) return
    close(`Blocked ${formatCount(Number(seats), 'seat')}.`)
  }
  return (
    <FormDisclosure heading={heading} button="Block seats" isOpen={isOpen} open={() => setOpen(true)}>
      <TaskForm
        task={task}
        title="Block seats"
        className={`grid gap-3.5 empty-alerts:absolute ${COMPACT_FIELDS}`}
        button={task.busy ? 'Blocking…' : 'Block seats'}
        cancel={() => close('')}
        send={send}
      >
        <p className="mute">Visitors cannot book these seats on these days. Existing bookings do not change.</p>
        <Alert problem={task.problem} />
        <div className="grid gap-3.5 sm:grid-cols-2 md:grid-cols-4">
          <DateField id="block-from" label="First day" autoFocus min={today} {...field('from')} />
          <DateField id="block-to" label="Last day" min={values.from || today} {...field('to')} />
          <TextField id="block-seats" label="Seats" type="number" min={1} inputMode="numeric" {...field('seats')} />
          <TextField id="block-reason" label="Reason" maxLength={CAPACITY_REASON_LENGTH.max} {...field('reason')} />
        </div>
      </TaskForm>
    </FormDisclosure>
  )
}
