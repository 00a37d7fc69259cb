import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { TourRow } from '#contract/admin/tours.ts'
import type { Outcome } from '#contract/failure.ts'
import { addDays, formatLongDate, kathmanduDate } from '#domain/calendar.ts'
import { MAX_TOUR_DAYS_AHEAD } from '#domain/tour.ts'
import { DangerButton, QuietButton } from '#islands/ui/buttons.tsx'
import { cancelTour, moveTour, readFreeTimes, replaceTourLink } from '#stores/admin/desk/tours.ts'
import { formatFailure } from '#stores/api.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { DateField, SelectField } from '../form/fields.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { type Task, useTask } from '../useTask.ts'

interface FormProps {
  tour: TourRow
  task: Task
  run: (change: () => Promise<Outcome<TourRow>>) => void
}

const FORMS: Readonly<Record<string, { label: string; Form: ComponentType<FormProps> }>> = {
  move: { label: 'Move', Form: MoveForm },
  replaceLink: { label: 'Replace link', Form: ReplaceLinkForm },
}

const CANCEL = 'cancel'

interface Props {
  tour: TourRow
  reload: () => Promise<void>
  close: () => void
}

/** What staff can change for a visitor until the tour starts; one form at a time. */
export function TourDialog({ tour: opened, reload, close }: Props) {
  const task = useTask()
  const [tour, setTour] = useState(opened)
  const [form, setForm] = useState<string>()
  const Form = form === CANCEL ? CancelForm : form && FORMS[form]?.Form
  const opens = (name: string) => ({
    'aria-expanded': name === form,
    busy: task.busy,
    onClick: () => task.busy || setForm(name === form ? undefined : name),
  })
  const run: FormProps['run'] = async (change) => {
    const changed = await task.run(async () => {
      const outcome = await change()
      // The next attempt is made with the values that someone else has changed.
      if (!outcome.ok && outcome.failure.code === 'changed_meanwhile') setTour(outcome.failure.current as TourRow)
      return outcome
    })
    await reload()
    if (changed) close()
  }
  return (
    <Dialog title={`Tour of ${tour.name}`} close={close}>
      <DrawerFacts
        facts={{
          Reference: tour.tourId,
          Location: tour.locationName,
          Time: `${formatLongDate(tour.date)}, ${tour.time}`,
          Phone: tour.phone && <PhoneLink phone={tour.phone} />,
          Email: tour.email && <EmailLink email={tour.email} />,
        }}
      />
      <div className="flex flex-wrap gap-2.5">
        {Object.entries(FORMS).map(([name, { label }]) => (
          <QuietButton key={name} {...opens(name)}>
            {label}
          </QuietButton>
        ))}
        <DangerButton className="button button-danger button-small ml-auto" {...opens(CANCEL)}>
          Cancel the tour
        </DangerButton>
      </div>
      <Alert problem={task.problem} />
      {Form && (
        <div className="mt-3.5 border-ledge border-l-3 bg-paper-sunk p-3.5">
          <Form tour={tour} task={task} run={run} />
        </div>
      )}
    </Dialog>
  )
}

function MoveForm({ tour, task, run }: FormProps) {
  const [date, setDate] = useState<string>(tour.date)
  const [time, setTime] = useState('')
  /** Undefined while they load. */
  const [free, setFree] = useState<Outcome<string[]>>()
  useEffect(() => {
    let isCurrent = true
    setFree(undefined)
    setTime('')
    void readFreeTimes(tour, date).then((times) => isCurrent && setFree(times))
    return () => {
      isCurrent = false
    }
  }, [tour, date])
  const times = free?.ok ? free.value : []
  const today = kathmanduDate(now())
  return (
    <TourForm task={task} button="Move this tour" send={() => run(() => moveTour(tour, date, time))}>
      <DateField
        id="tour-date"
        label="New day"
        error={task.fields.date}
        autoFocus
        min={today}
        max={addDays(today, MAX_TOUR_DAYS_AHEAD)}
        value={date}
        onChange={setDate}
      />
      <SelectField
        id="tour-time"
        label="New time"
        error={task.fields.time}
        value={time}
        options={{
          '': free?.ok && times.length === 0 ? 'No free time on this day' : 'Choose a time',
          ...Object.fromEntries(times.map((each) => [each, each])),
        }}
        onChange={setTime}
      />
      <Alert problem={free && !free.ok ? formatFailure(free.failure) : undefined} />
      <p className="mute">{getNotificationText(tour, 'The visitor gets an email with the new time.')}</p>
    </TourForm>
  )
}

function CancelForm({ tour, task, run }: FormProps) {
  return (
    <TourForm task={task} button="Cancel this tour" isDanger send={() => run(() => cancelTour(tour))}>
      <p>Others can book this time at once. {getNotificationText(tour, 'The visitor gets an email.')}</p>
    </TourForm>
  )
}

function ReplaceLinkForm({ tour, task, run }: FormProps) {
  return (
    <TourForm task={task} button="Replace this link" send={() => run(() => replaceTourLink(tour))}>
      <p>
        All earlier links to this tour stop working at once.{' '}
        {tour.email
          ? `A new link is sent to ${tour.email}.`
          : 'There is no email address, so no new link is sent: move or cancel the tour here when the visitor calls.'}
      </p>
    </TourForm>
  )
}

interface TourFormProps {
  task: Task
  button: string
  isDanger?: boolean
  send: () => void
  children: ReactNode
}

const TourForm = (form: TourFormProps) => <TaskForm className={`grid gap-3.5 ${COMPACT_FIELDS}`} {...form} />

const getNotificationText = ({ email, phone }: TourRow, emailText: string): string =>
  email ? emailText : `There is no email address: call the visitor at ${phone}.`
