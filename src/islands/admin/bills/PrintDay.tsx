import { Printer } from 'lucide-react'
import { useState } from 'react'
import { kathmanduDate } from '#domain/calendar.ts'
import { parseLocationId } from '#domain/location.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { saveFile } from '#islands/ui/save-file.ts'
import { readBillsOfDay } from '#stores/admin/bills/bills.ts'
import { now } from '#stores/clock.ts'
import { Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { bindFields, DateField, SelectField } from '../form/fields.tsx'
import { HydratedButton } from '../HydratedButton.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import type { ScreenProps } from '../screens.ts'
import { useAssignedLocations } from '../useAssignedLocations.ts'
import { useTask } from '../useTask.ts'

const TITLE = 'Print the bills of a day'

export function PrintDay({ locations }: Pick<ScreenProps, 'locations'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <HydratedButton className="button button-quiet button-small" onClick={() => setOpen(true)}>
        <Printer className="icon" aria-hidden="true" />
        {TITLE}
      </HydratedButton>
      {isOpen && (
        <Dialog title={TITLE} close={() => setOpen(false)}>
          <PrintForm locations={locations} />
        </Dialog>
      )}
    </>
  )
}

/** Saves everything that a location issued on a day as one PDF. */
function PrintForm({ locations }: Pick<ScreenProps, 'locations'>) {
  const task = useTask()
  const assigned = useAssignedLocations(locations)
  const [day, setDay] = useState({ location: '', date: kathmanduDate(now()) as string })
  const location = parseLocationId(day.location || Object.keys(assigned)[0])
  const field = bindFields(day, (changed) => setDay({ ...day, ...changed }), task.fields)
  const send = async () => {
    const file = location && (await task.run(() => readBillsOfDay(location, day.date)))
    if (file) saveFile(file)
  }
  return (
    <TaskForm
      task={task}
      title={TITLE}
      className={COMPACT_FIELDS}
      button={task.busy ? 'Loading…' : 'Download for printing'}
      footer={<Alert problem={task.problem} />}
      send={send}
    >
      <p className="hint">One page for each bill and note, by number, for your own file. Printing it is not counted.</p>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <SelectField id="print-location" label="Location" options={assigned} {...field('location')} />
        <DateField id="print-date" label="Day of issue" {...field('date')} />
      </div>
    </TaskForm>
  )
}
