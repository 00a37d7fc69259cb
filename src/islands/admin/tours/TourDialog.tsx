import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { TourRow } from '#contract/admin/tours.ts'
import { formatFailure, type Outcome } from '#contract/failure.ts'
import { addDays, formatLongDate, kathmanduDate } from '#domain/calendar.ts'
import { MAX_TOUR_DAYS_AHEAD } from '#domain/tour.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { cancelTour, moveTour, readFreeTimes, replaceTourLink } from '#stores/admin/desk/tours.ts'
import { now } from '#stores/clock.ts'
import { Alert } from '../../ui/Alert.tsx'
import { EmailLink, PhoneLink } from '../contact-links.tsx'
import { DangerActions } from '../DangerActions.tsx'
import { DangerButton } from '../DangerButton.tsx'
import { Dialog } from '../Dialog.tsx'
import { TaskForm } from '../form/Form.tsx'
import { FormBox } from '../form/FormBox.tsx'
import { DateField, SelectField } from '../form/fields.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { DrawerFacts } from '../list/DrawerFacts.tsx'
import { type Task, useTask } from '../useTask.ts'

interface FormProps {
  tour: TourRow
  task: Task
  run: (change: () => Promise<Outcome<TourRow>>) => void
  leave: () => void
}

interface TourForm {
  title: string
  Form: ComponentType<FormProps>
}

const FORMS: Readonly<Record<'move' | 'replaceLink' | 'cancel', TourForm>> = {
  move: { title: 'Move to another time', Form: MoveForm },
  replaceLink: { title: 'New link', Form: ReplaceLinkForm },
  cancel: { title: 'Cancel this tour?', Form: CancelForm },
}

interface Props {
  tour: TourRow
  reload: () => Promise<void>
  close: () => void
}

/** What staff can change for a visitor until the tour starts; one form at a time. */
export function TourDialog({ tour: opened, reload, close }: Props) {
  const task = useTask()
  const [tour, setTour] = useState(opened)
  const [form, setForm] = useState<keyof typeof FORMS>()
  const open = form && FORMS[form]
  const leave = () => {
    if (task.busy) return
    task.setFieldErrors({})
    setForm(undefined)
  }
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
    // Each form is a new dialog, so that its first field has the focus.
    <Dialog key={form} title={`Tour for ${tour.name}`} close={close}>
      <DrawerFacts
        facts={{
          Reference: tour.tourId,
          Location: tour.locationName,
          Time: `${formatLongDate(tour.date)}, ${tour.time}`,
          Phone: tour.phone && <PhoneLink phone={tour.phone} />,
          Email: tour.email && <EmailLink email={tour.email} />,
        }}
      />
      {open ? (
        <FormBox title={open.title}>
          <open.Form tour={tour} task={task} run={run} leave={leave} />
        </FormBox>
      ) : (
        <>
          <div className="flex flex-wrap gap-2.5">
            <QuietButton onClick={() => setForm('move')}>Move</QuietButton>
            <QuietButton onClick={() => setForm('replaceLink')}>
              {tour.email ? 'Send the visitor a new link' : 'Replace link'}
            </QuietButton>
          </div>
          <DangerActions>
            <DangerButton onClick={() => setForm('cancel')}>Cancel the tour</DangerButton>
          </DangerActions>
        </>
      )}
    </Dialog>
  )
}

function MoveForm({ tour, task, run, leave }: FormProps) {
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
    <TourForm task={task} button="Move this tour" cancel={leave} send={() => run(() => moveTour(tour, date, time))}>
      <DateField
        id="tour-date"
        label="New day"
        error={task.fields.date}
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

function CancelForm({ tour, task, run, leave }: FormProps) {
  return (
    <TourForm
      task={task}
      button="Cancel this tour"
      isDanger
      cancel={leave}
      cancelLabel="Keep the tour"
      send={() => run(() => cancelTour(tour))}
    >
      <p>Others can book this time at once. {getNotificationText(tour, 'The visitor gets an email.')}</p>
    </TourForm>
  )
}

function ReplaceLinkForm({ tour, task, run, leave }: FormProps) {
  return (
    <TourForm
      task={task}
      button={tour.email ? 'Send the new link' : 'Replace this link'}
      cancel={leave}
      send={() => run(() => replaceTourLink(tour))}
    >
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
  cancel: () => void
  cancelLabel?: string
  send: () => void
  children: ReactNode
}

const TourForm = ({ children, ...form }: TourFormProps) => (
  <TaskForm className={`grid gap-3.5 ${COMPACT_FIELDS}`} {...form}>
    {children}
    <Alert problem={form.task.problem} />
  </TaskForm>
)

const getNotificationText = ({ email, phone }: TourRow, emailText: string): string =>
  email ? emailText : `There is no email address: call the visitor at ${phone}.`
