import { useStore } from '@nanostores/react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { STEPS } from '#domain/booking-draft.ts'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { StorageWarning } from '#islands/ui/StorageWarning.tsx'
import { $draftUnsaved } from '#stores/booking/draft.ts'
import { $heldSeat, $offerEnd } from '#stores/booking/held-seat.ts'
import { placeDraft, resetRedirect } from '#stores/booking/placement.ts'
import { goToNextStep } from '#stores/booking/step.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { AddOnsAndNotesStep } from './AddOnsAndNotesStep.tsx'
import { BookingSummary } from './BookingSummary.tsx'
import { ContactInfoStep, Terms } from './ContactInfoStep.tsx'
import { DateAndTimeStep, loadCalendar } from './DateAndTimeStep.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FooterBar } from './FooterBar.tsx'
import { LocationAndPlanStep } from './LocationAndPlanStep.tsx'
import { RENEWAL_TITLE } from './labels.ts'
import type { Offering } from './offering.ts'
import { Progress } from './Progress.tsx'
import { RenewedDates } from './Renewal.tsx'
import { SOLD_OUT_ID } from './SoldOut.tsx'
import { StatusMessages } from './StatusMessages.tsx'
import { StepNavigation } from './StepNavigation.tsx'
import { useFocusOnStepChange } from './step-focus.ts'
import { TourInvitation } from './TourInvitation.tsx'
import { UnconfirmedBookingNote } from './UnconfirmedBookingNote.tsx'
import { useWizard, type Wizard } from './wizard.ts'

const HeldSeatNote = lazyWithRetry(() => import('./HeldSeatNote.tsx'))
const TourForm = lazyWithRetry(() => import('./TourForm.tsx'), {
  fallback: <div className="min-h-svh" aria-hidden="true" data-own-title />,
})

/** Their addresses are fragments of the page. */
const LATER_SCREENS = [...STEPS.slice(1).map((step) => `step-${step}`), 'tour']

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

  // The scroll margin keeps the progress bar visible when the step changes. Without scripts no control works; the page's
  // note says how to book.
  return (
    <div
      className="grid noscript:hidden -scroll-mt-8 grid-cols-12 items-start gap-x-gap"
      ref={top}
      data-live={wizard.isHydrated || undefined}
    >
      {/* While a later step or the form of a tour loads, the prebuilt first step is hidden. */}
      {!wizard.isHydrated && LATER_SCREENS.map((id) => <i key={id} className="peer" id={id} hidden />)}
      {wizard.isTour ? <TourForm locations={offering.locations} /> : <Steps wizard={wizard} />}
    </div>
  )
}

function Steps({ wizard }: { wizard: Wizard }) {
  const held = useStore($heldSeat, { ssr: 'initial' })
  const hasOffer = useStore($offerEnd, { ssr: 'initial' }) !== null || held !== null
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const page = document.documentElement.dataset
    if (!wizard.isHydrated || page.submitted === undefined) return
    delete page.submitted
    form.current?.requestSubmit()
  }, [wizard.isHydrated])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (wizard.step === 4) await placeDraft()
    else if (!(await goToNextStep())) document.getElementById(SOLD_OUT_ID)?.focus()
    setAttempt((count) => count + 1)
  }

  return (
    <>
      {wizard.renewal && (
        <h1 className="display-2 col-span-full" data-own-title>
          {RENEWAL_TITLE}
        </h1>
      )}
      <form
        className={`col-span-8 min-w-0 pr-6 peer-target:invisible max-md:col-span-full max-md:pr-0 ${
          wizard.isHydrated ? '' : 'in-data-opening:invisible'
        }`}
        ref={form}
        id="booking"
        method="dialog"
        noValidate
        onSubmit={submit}
      >
        <Progress wizard={wizard} />
        {wizard.isHydrated && (
          <div className="*:mb-7">
            <StorageWarning />
          </div>
        )}
        <UnconfirmedBookingNote />
        <div className="*:mb-7" role="status">
          {hasOffer && <HeldSeatNote wizard={wizard} />}
        </div>
        <StatusMessages wizard={wizard} />
        <ErrorSummary errors={wizard.errors} attempt={attempt} />
        <StepContent wizard={wizard} />
        {wizard.isHydrated && <DraftStorageWarning />}
        {wizard.step === 4 && <Terms />}
        <StepNavigation wizard={wizard} />
        {wizard.step === 1 && <TourInvitation />}
      </form>
      <BookingSummary wizard={wizard} />
      <FooterBar wizard={wizard} />
    </>
  )
}

function StepContent({ wizard }: { wizard: Wizard }) {
  if (wizard.renewal && wizard.step === 2) return <RenewedDates wizard={wizard} />
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
    <Note className="note-warm mt-7" role="status">
      <b>Your browser does not save your choices.</b> Its storage is blocked or full. You can still book, but your
      choices are lost if you leave or reload this page.
    </Note>
  )
}
