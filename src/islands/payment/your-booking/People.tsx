import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { formatDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { PEOPLE_RETENTION_DAYS } from '#domain/team.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { savePeople } from '#stores/payment/own-people.ts'
import { SECTION_FORM, SectionForm, useSectionForm } from './SectionForm.tsx'

interface Props {
  booking: BookingView
  /** By seat; empty for a seat without a name. */
  people: readonly string[]
}

/** The names of the people on the seats of a booking. */
export default function People({ booking, people }: Props) {
  const { isOpen, status, opener, close, open } = useSectionForm()
  const canChange = isCustomerActionAllowed('people', booking.status) && !isOver(booking)
  const names = people.filter(Boolean)
  if (!canChange && names.length === 0) return null
  return (
    <section className={`mt-10 ${names.length > 0 ? '' : 'no-print'}`} aria-labelledby="people">
      <h2 className="display-3" id="people">
        People
      </h2>
      {names.length > 0 ? (
        <ul className="mt-3 grid grid-cols-2 gap-x-6 max-sm:grid-cols-1">
          {people.map(
            (name, seat) =>
              name && (
                <li key={seat} className="wrap-anywhere border-line border-b py-2">
                  {name}
                </li>
              ),
          )}
        </ul>
      ) : (
        <p className="soft mt-2">
          Add the names of the people who come, so that our front desk expects them. Names are optional.
        </p>
      )}
      {canChange && (
        <div className={SECTION_FORM}>
          <SecondaryButton ref={opener} aria-expanded={isOpen} onClick={open}>
            <Pencil className="icon" />
            {names.length > 0 ? 'Change names' : 'Add names'}
          </SecondaryButton>
          {isOpen && <PeopleForm booking={booking} people={people} close={close} />}
        </div>
      )}
      <p className="soft mt-3 empty:hidden" role="status">
        {status}
      </p>
    </section>
  )
}

const isOver = ({ endDate, now }: BookingView): boolean => endDate < kathmanduDate(Date.parse(now))

function PeopleForm({ booking, people, close }: Props & { close: (text?: string) => void }) {
  const [typed, setTyped] = useState(people)
  const lastDay = parseIsoDate(booking.endDate)
  return (
    <SectionForm
      heading={people.some(Boolean) ? 'Change names' : 'Add names'}
      action="Save names"
      busyAction="Saving…"
      send={() => savePeople(typed)}
      onSent={() => close('The names are saved.')}
      onBack={() => close()}
    >
      {(failed) => (
        <>
          <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
            {typed.map((name, seat) => (
              <Field
                key={seat}
                id={`person-${seat + 1}`}
                label={`Person ${seat + 1}`}
                error={failed?.fields?.[`people.${seat}`]}
              >
                {(control) => (
                  <input
                    {...control}
                    autoComplete="off"
                    maxLength={120}
                    value={name}
                    onChange={({ target }) => setTyped(typed.with(seat, target.value))}
                  />
                )}
              </Field>
            ))}
          </div>
          <p className="hint">
            Our staff see the names. {lastDay && `You can change them until ${formatDate(lastDay)}.`} We delete them{' '}
            {PEOPLE_RETENTION_DAYS} days after the last day.
          </p>
          <Alert problem={failed?.problem ?? failed?.fields?.people} />
        </>
      )}
    </SectionForm>
  )
}
