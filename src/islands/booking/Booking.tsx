import { type SubmitEvent, useEffect, useRef } from 'react'
import { STEPS } from '#domain/draft.ts'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { StorageWarning } from '#islands/ui/StorageWarning.tsx'
import { placeDraft, resetLeaving } from '#stores/booking/placement.ts'
import { goToNextStep } from '#stores/booking/step.ts'
import { AddOnsAndNotes } from './AddOnsAndNotes.tsx'
import './booking.css'
import { ContactInfo } from './ContactInfo.tsx'
import { DateAndTime, loadCalendar } from './DateAndTime.tsx'
import { DraftStorageWarning } from './DraftStorageWarning.tsx'
import { FooterBar } from './FooterBar.tsx'
import { LocationAndPlan } from './LocationAndPlan.tsx'
import type { Offering } from './offering.ts'
import { Progress } from './Progress.tsx'
import { SOLD_OUT_ID } from './SoldOut.tsx'
import { StatusMessages } from './StatusMessages.tsx'
import { StepNavigation } from './StepNavigation.tsx'
import { Summary } from './Summary.tsx'
import { useFocusOnStepChange } from './step-focus.ts'
import { UnconfirmedBooking } from './UnconfirmedBooking.tsx'
import { useWizard, type Wizard } from './wizard.ts'

export default withErrorBoundary(Booking)

/** The booking wizard: four steps, a summary beside them, one form. */
function Booking({ offering }: { offering: Offering }) {
  const top = useRef<HTMLDivElement>(null)
  const wizard = useWizard(offering, top)
  useFocusOnStepChange(wizard, top)
  const { locationId, planId } = wizard.draft
  useEffect(() => {
    // Step 2 shows the calendar, and reports it when it could not be loaded.
    if (locationId && planId) loadCalendar().catch(() => {})
  }, [locationId, planId])
  useEffect(() => {
    window.addEventListener('pageshow', resetLeaving)
    return () => window.removeEventListener('pageshow', resetLeaving)
  }, [])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (wizard.step === 4) await placeDraft()
    else if (!(await goToNextStep())) focusFirstProblem(wizard)
  }

  return (
    <div className="booking" ref={top} data-live={wizard.live || undefined}>
      {!wizard.live && STEPS.slice(1).map((step) => <i key={step} id={`step-${step}`} hidden />)}
      <form className="booking-form" id="booking" noValidate onSubmit={submit}>
        <Progress step={wizard.step} />
        {wizard.live && <StorageWarning />}
        <UnconfirmedBooking />
        <StatusMessages wizard={wizard} />
        <StepContent wizard={wizard} />
        {wizard.live && <DraftStorageWarning />}
        <StepNavigation wizard={wizard} />
      </form>
      <Summary wizard={wizard} />
      <FooterBar wizard={wizard} />
    </div>
  )
}

function StepContent({ wizard }: { wizard: Wizard }) {
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
function focusFirstProblem({ problems }: Wizard): void {
  const control = document.getElementById(Object.keys(problems)[0] ?? SOLD_OUT_ID)
  control?.focus({ preventScroll: true })
  const group = control?.closest('.booking-choices, .field')
  if (group) group.scrollIntoView({ block: group.matches('.field') ? 'center' : 'start' })
  else control?.scrollIntoView({ block: 'center' })
}
