import { useStore } from '@nanostores/react'
import { type ComponentProps, useEffect } from 'react'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { OwnTourLinks } from '#islands/ui/OwnTourLinks.tsx'
import { SandboxNote } from '#islands/ui/SandboxNote.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $ownTours, forgetOwnTour, updateOwnTour } from '#stores/own-tours.ts'
import {
  $yourBooking,
  forgetYourBooking,
  forgetYourTour,
  openYourBooking,
  reloadYourBooking,
} from '#stores/payment/your-booking.ts'
import { COLUMNS, MAIN_COLUMN } from './columns.ts'
import { BookingLoadError } from './FailedPayment.tsx'
import type { PaymentMethodContent } from './PaymentMethods.tsx'
import { BookingDetails } from './your-booking/BookingDetails.tsx'
import { BookingNotShown } from './your-booking/BookingNotShown.tsx'
import { FindBooking } from './your-booking/FindBooking.tsx'
import { useHeadingFocus } from './your-booking/useHeadingFocus.ts'
import type { VisitContent } from './your-booking/visit.ts'
import { YourBookingSkeleton } from './your-booking/YourBookingSkeleton.tsx'

const YourTour = lazyWithRetry(() => import('./your-booking/YourTour.tsx'), { fallback: <YourBookingSkeleton /> })

const TOUR_MEMORY = { update: updateOwnTour, remove: forgetOwnTour, forget: forgetYourTour }

/** A booking or tour as its customer sees it, opened by an emailed link on any device. */
export default function YourBooking({
  methods,
  visit,
}: {
  methods: readonly PaymentMethodContent[]
  visit: VisitContent
}) {
  const screen = useStore($yourBooking)
  useEffect(openYourBooking, [])
  switch (screen.state) {
    case 'loading':
      return <YourBookingSkeleton />
    case 'load_failed':
      return <BookingLoadError message={screen.message} onRetry={reloadYourBooking} />
    case 'find':
      return <NotShown linkEnded={screen.linkEnded} />
    case 'tour':
      return (
        <YourTour
          credentials={screen.credentials}
          visit={visit}
          views={{
            loading: <YourBookingSkeleton />,
            failed: (message, retry) => <BookingLoadError message={message} onRetry={retry} />,
            notFound: <NotShown linkEnded />,
          }}
          memory={TOUR_MEMORY}
        />
      )
    case 'booking':
      return (
        <>
          <SandboxNote className="mb-6" />
          <BookingDetails booking={screen.booking} methods={methods} visit={visit} />
          {!WITHOUT_SERVER && <OtherBookings />}
        </>
      )
  }
}

const NotShown = (props: ComponentProps<typeof BookingNotShown>) => (
  <div className={COLUMNS}>
    <BookingNotShown {...props} />
    <OwnTourLinks tours={useStore($ownTours)} className={MAIN_COLUMN} />
  </div>
)

function OtherBookings() {
  useHeadingFocus()
  return (
    <div className={`${COLUMNS} no-print`}>
      <div className={MAIN_COLUMN}>
        <details className="border-line-2 border-y">
          <summary className="cursor-pointer py-3.5 font-med">Find another booking</summary>
          <div className="pb-6">
            <FindBooking />
          </div>
        </details>
        <p className="mt-6 max-w-measure text-pretty text-ink-2 text-small">
          Is this a shared device?{' '}
          <LinkButton onClick={forgetYourBooking}>Forget this booking on this device</LinkButton> when you leave. The
          link in our email opens it again.
        </p>
      </div>
      <OwnTourLinks tours={useStore($ownTours)} className={MAIN_COLUMN} />
    </div>
  )
}
