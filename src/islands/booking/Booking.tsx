import { type SubmitEvent, useEffect, useRef } from 'react'
import { STEPS } from '#domain/booking-draft.ts'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { StorageWarning } from '#islands/ui/StorageWarning.tsx'
import { placeDraft, resetRedirect } from '#stores/booking/placement.ts'
import { goToNextStep } from '#stores/booking/step.ts'
import { AddOnsAndNotesStep } from './AddOnsAndNotesStep.tsx'
import './booking.css'
import { useStore } from '@nanostores/react'
import { Note } from '#islands/ui/Note.tsx'
import { $draftUnsaved } from '#stores/booking/draft.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { BookingSummary } from './BookingSummary.tsx'
import { ContactInfoStep } from './ContactInfoStep.tsx'
import { DateAndTimeStep, loadCalendar } from './DateAndTimeStep.tsx'
import { FooterBar } from './FooterBar.tsx'
import { LocationAndPlanStep } from './LocationAndPlanStep.tsx'
import type { Offering } from './offering.ts'
import { Progress } from './Progress.tsx'
import { SOLD_OUT_ID } from './SoldOut.tsx'
import { StatusMessages } from './StatusMessages.tsx'
import { StepNavigation } from './StepNavigation.tsx'
import { useFocusOnStepChange } from './step-focus.ts'
import { UnconfirmedBookingNote } from './UnconfirmedBookingNote.tsx'
import { useWizard, type Wizard } from './wizard.ts'

export default withErrorBoundary(Booking)

function Booking({ offering }: { offering: Offering }) {
  const top = useRef<HTMLDivElement>(null)
  const wizard = useWizard(offering, top)
  useFocusOnStepChange(wizard, top)
  const { locationId, planId } = wizard.draft
  useEffect(() => {
    // Preloads the calendar of step 2, which reports a failure when it is shown.
    if (locationId && planId) loadCalendar().catch(() => {})
  }, [locationId, planId])
  useEffect(() => {
    window.addEventListener('pageshow', resetRedirect)
    return () => window.removeEventListener('pageshow', resetRedirect)
  }, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (wizard.step === 4) await placeDraft()
    else if (!(await goToNextStep())) focusFirstProblem(wizard)
  }

  return (
    <div className="booking" ref={top} data-live={wizard.isHydrated || undefined}>
      {!wizard.isHydrated && STEPS.slice(1).map((step) => <i key={step} id={`step-${step}`} hidden />)}
      <form className="booking-form" id="booking" noValidate onSubmit={submit}>
        <Progress step={wizard.step} />
        {wizard.isHydrated && <StorageWarning />}
        <UnconfirmedBookingNote />
        <StatusMessages wizard={wizard} />
        <StepContent wizard={wizard} />
        {wizard.isHydrated && <DraftStorageWarning />}
        <StepNavigation wizard={wizard} />
      </form>
      <BookingSummary wizard={wizard} />
      <FooterBar wizard={wizard} />
    </div>
  )
}

function StepContent({ wizard }: { wizard: Wizard }) {
  switch (wizard.step) {
    case 1:
      return <LocationAndPlanStep wizard={wizard} />
    case 2:
      return <DateAndTimeStep wizard={wizard} />
    case 3:
      return <AddOnsAndNotesStep wizard={wizard} />
    case 4:
      return <ContactInfoStep wizard={wizard} />
  }
}

/** The browser edition has its own warning about everything it stores. */
function DraftStorageWarning() {
  const unsaved = useStore($draftUnsaved)
  if (WITHOUT_SERVER || !unsaved) return null
  return (
    <Note className="note-warm booking-unsaved" role="status">
      <b>Your browser does not save your choices.</b> Its storage is blocked or full. You can still book, but your
      choices are lost if you leave or reload this page.
    </Note>
  )
}

/** Focuses the first invalid control of the step, whose id is the field's name. */
function focusFirstProblem({ problems }: Wizard): void {
  const control = document.getElementById(Object.keys(problems)[0] ?? SOLD_OUT_ID)
  control?.focus({ preventScroll: true })
  const group = control?.closest('.booking-choices, .field')
  if (group) group.scrollIntoView({ block: group.matches('.field') ? 'center' : 'start' })
  else control?.scrollIntoView({ block: 'center' })
}
