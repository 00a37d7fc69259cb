import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { formatFailure } from '#contract/failure.ts'
import { TOUR_MINUTES } from '#domain/tour.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { Choice, ChoiceDetail, ChoiceText } from '#islands/ui/Choice.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { OwnTourLinks } from '#islands/ui/OwnTourLinks.tsx'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { statusTag } from '#islands/ui/status-tag.ts'
import { TourTimeFields } from '#islands/ui/TourTimeFields.tsx'
import {
  $bookedTour,
  $tourBooking,
  $tourDays,
  $tourErrors,
  $tourRequest,
  bookTour,
  changeTour,
  openTourForm,
} from '#stores/booking/tour.ts'
import { $ownTours } from '#stores/own-tours.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { TOUR_TITLE } from './labels.ts'
import type { Offering } from './offering.ts'
import { TourBooked } from './TourBooked.tsx'

/** Shown instead of the steps of the wizard. */
export default function TourForm({ locations }: Pick<Offering, 'locations'>) {
  const tour = useStore($bookedTour)
  const heading = useRef<HTMLHeadingElement>(null)
  const isBooked = tour !== undefined
  useEffect(() => openTourForm(locations), [locations])
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [isBooked])
  const { locationId } = useStore($tourRequest)
  const location = locations.find(({ id }) => id === (tour ?? { locationId }).locationId)
  const pictured = location ?? locations.find(({ tours }) => tours)
  return (
    <>
      <div className="col-span-8 min-w-0 pr-6 max-md:col-span-full max-md:pr-0 max-md:pb-section" data-own-title>
        <h1 className="display-2" tabIndex={-1} ref={heading}>
          {isBooked ? 'Your tour is booked' : TOUR_TITLE}
        </h1>
        {tour ? <TourBooked tour={tour} locations={locations} /> : <Form locations={locations} />}
      </div>
      {pictured && (
        <figure className="sticky top-head-32 col-span-4 border-ledge border-t-6 max-md:hidden">
          <div className="photo aspect-4/3">
            <img src={pictured.image} alt="" width={640} height={480} />
          </div>
          {location && (
            <figcaption className="mt-4">
              <b className="block font-stretch-90% text-4">{location.name}</b>
              <span className="soft small">{location.address}</span>
            </figcaption>
          )}
        </figure>
      )}
    </>
  )
}

function Form({ locations }: Pick<Offering, 'locations'>) {
  const errors = useStore($tourErrors)
  const booking = useStore($tourBooking)
  const [attempt, setAttempt] = useState(0)
  const isSending = booking.state === 'sending'

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await bookTour()
    setAttempt((count) => count + 1)
  }

  return (
    <form noValidate onSubmit={submit}>
      <p className="soft mt-2 mb-7">A tour takes {TOUR_MINUTES} minutes. You do not need to be a customer.</p>
      <OwnTourLinks tours={useStore($ownTours)} />
      <ErrorSummary errors={errors} attempt={attempt} />
      <LocationChoices locations={locations} error={errors.locationId} />
      <TimeFields />
      <div className="field-row mt-8">
        <ContactField id="name" label="Name" className="col-span-full" required />
        <p className="soft col-span-full mt-1.5 -mb-2">
          Enter a phone number or an email. With an email you also get a confirmation.
        </p>
        <ContactField id="phone" label="Phone" type="tel" autoComplete="tel" />
        <ContactField id="email" label="Email" type="email" />
      </div>
      <p className="hint mt-5">
        We delete these details 30 days after the tour. See our{' '}
        <a href="/privacy" target="_blank" rel="noopener">
          Privacy Policy
        </a>{' '}
        (opens in a new tab).
      </p>
      {booking.state === 'failed' && !booking.failure.fields && (
        <p className="note note-bad mt-5" role="alert">
          <CircleAlert className="icon" />
          {formatFailure(booking.failure)}
        </p>
      )}
      <p className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={isSending}>
          {isSending && <Spinner className="size-4.5" />}
          {isSending ? 'Booking your tour…' : TOUR_TITLE}
        </Button>
        <a className="link" href="#step-1">
          Book a workspace instead
        </a>
      </p>
    </form>
  )
}

interface ContactFieldProps extends ComponentProps<'input'> {
  id: 'name' | 'phone' | 'email'
  label: string
}

function ContactField({ id, label, className = '', ...input }: ContactFieldProps) {
  const request = useStore($tourRequest)
  const errors = useStore($tourErrors)
  return (
    <Field id={id} label={label} error={errors[id]} className={className}>
      {(control) => (
        <input
          {...control}
          name={id}
          autoComplete={id}
          {...input}
          value={request[id]}
          onChange={(event) => changeTour({ [id]: event.target.value })}
        />
      )}
    </Field>
  )
}

function LocationChoices({ locations, error }: Pick<Offering, 'locations'> & { error: string | undefined }) {
  const { locationId } = useStore($tourRequest)
  const offered = locations.filter(({ tours }) => tours)
  return (
    <ChoiceGroup
      id="locationId"
      className="mt-7"
      legend={<legend className="mb-3 font-strong text-small">Location</legend>}
      error={error}
    >
      <div className="grid gap-2.5">
        {offered.map(({ id, name, address, available, status }, index) => (
          <Choice
            key={id}
            name="location"
            id={index === 0 ? 'locationId' : undefined}
            value={id}
            checked={locationId === id}
            onChange={() => changeTour({ locationId: id })}
          >
            <ChoiceText name={name}>
              <ChoiceDetail>{address}</ChoiceDetail>
              {!available && <span className={`mt-2 ${statusTag({ available, status })}`}>{status}</span>}
            </ChoiceText>
          </Choice>
        ))}
      </div>
    </ChoiceGroup>
  )
}

function TimeFields() {
  const request = useStore($tourRequest)
  return (
    <TourTimeFields
      days={useStore($tourDays)}
      date={request.date}
      time={request.time}
      errors={useStore($tourErrors)}
      onChange={changeTour}
    />
  )
}
