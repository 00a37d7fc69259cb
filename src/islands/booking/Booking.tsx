import { type SubmitEvent, useEffect, useRef } from 'react'
import { STEPS } from '#domain/draft.ts'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { UnkeptNote } from '#islands/ui/UnkeptNote.tsx'
import { place, stopLeaving } from '#stores/booking/placing.ts'
import { next } from '#stores/booking/step.ts'
import { AddOnsAndNotes } from './AddOnsAndNotes.tsx'
import './booking.css'
import { ContactInfo } from './ContactInfo.tsx'
import { DateAndTime, loadCalendar } from './DateAndTime.tsx'
import { FootBar } from './FootBar.tsx'
import { LocationAndPlan } from './LocationAndPlan.tsx'
import { Navigation } from './Navigation.tsx'
import type { Offering } from './offering.ts'
import { Progress } from './Progress.tsx'
import { Said } from './Said.tsx'
import { SOLD_OUT } from './SoldOut.tsx'
import { Summary } from './Summary.tsx'
import { useStepChange } from './step-change.ts'
import { UnconfirmedBooking } from './UnconfirmedBooking.tsx'
import { UnsavedNote } from './UnsavedNote.tsx'
import { useWizard, type Wizard } from './wizard.ts'

export default withErrorBoundary(Booking)

/** The booking wizard: four steps, a summary beside them, one form. */
function Booking({ offering }: { offering: Offering }) {
  const top = useRef<HTMLDivElement>(null)
  const wizard = useWizard(offering, top)
  useStepChange(wizard, top)
  const { locationId, planId } = wizard.draft
  useEffect(() => {
    // Step 2 shows the calendar, and reports it when it could not be loaded.
    if (locationId && planId) loadCalendar().catch(() => {})
  }, [locationId, planId])
  useEffect(() => {
    window.addEventListener('pageshow', stopLeaving)
    return () => window.removeEventListener('pageshow', stopLeaving)
  }, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (wizard.step === 4) await place()
    else if (!(await next())) showWhatKeeps(wizard)
  }

  return (
    <div className="booking" ref={top} data-live={wizard.live || undefined}>
      {!wizard.live && STEPS.slice(1).map((step) => <i key={step} id={`step-${step}`} hidden />)}
      <form className="booking-form" id="booking" noValidate onSubmit={submit}>
        <Progress step={wizard.step} />
        {wizard.live && <UnkeptNote />}
        <UnconfirmedBooking />
        <Said wizard={wizard} />
        <Pane wizard={wizard} />
        {wizard.live && <UnsavedNote />}
        <Navigation wizard={wizard} />
      </form>
      <Summary wizard={wizard} />
      <FootBar wizard={wizard} />
    </div>
  )
}

function Pane({ wizard }: { wizard: Wizard }) {
  switch (wizard.step) {
    case 1:
      return <LocationAndPlan wizard={wizard} />
    case 2:
      return <DateAndTime wizard={wizard} />
    case 3:
      return <AddOnsAndNotes wizard={wizard} />
    case 4:
      return <ContactInfo wizard={wizard} />
  }
}

/** Focuses the first control that keeps the visitor on the step: its id is the field's name. Its error comes into view with it. */
function showWhatKeeps({ lacking }: Wizard): void {
  const control = document.getElementById(Object.keys(lacking)[0] ?? SOLD_OUT)
  control?.focus({ preventScroll: true })
  const group = control?.closest('.booking-choices, .field')
  if (group) group.scrollIntoView({ block: group.matches('.field') ? 'center' : 'start' })
  else control?.scrollIntoView({ block: 'center' })
}
