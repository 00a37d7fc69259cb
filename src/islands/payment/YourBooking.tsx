import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { Disclosure } from '#islands/ui/Disclosure.tsx'
import { withErrorBoundary } from '#islands/ui/ErrorBoundary.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { OwnTourLinks } from '#islands/ui/OwnTourLinks.tsx'
import type { Seller } from '#islands/ui/PrintedSeller.tsx'
import { StorageWarning } from '#islands/ui/StorageWarning.tsx'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { $ownTours, forgetOwnTour, updateOwnTour } from '#stores/own-tours.ts'
import {
  $yourBooking,
  forgetYourBooking,
  forgetYourTour,
  openYourBooking,
  reloadYourBooking,
} from '#stores/payment/your-booking.ts'
import { BookingLoadError } from './BookingLoadError.tsx'
import { MAIN_COLUMN, PAGE } from './columns.ts'
import { BookingNotShown } from './your-booking/BookingNotShown.tsx'
import FindBooking from './your-booking/FindBooking.tsx'
import type { MethodName } from './your-booking/History.tsx'
import { useHeadingFocus } from './your-booking/useHeadingFocus.ts'
import type { VisitContent } from './your-booking/visit.ts'
import { YourBookingSkeleton } from './your-booking/YourBookingSkeleton.tsx'

const loadDetails = () => import('./your-booking/BookingDetails.tsx')
const BookingDetails = lazyWithRetry(loadDetails, { fallback: <YourBookingSkeleton /> })
const YourTour = lazyWithRetry(() => import('./your-booking/YourTour.tsx'), { fallback: <YourBookingSkeleton /> })

const TOUR_MEMORY = { update: updateOwnTour, remove: forgetOwnTour, forget: forgetYourTour }

interface Props {
  methods: readonly MethodName[]
  seller: Seller
  visit: VisitContent
  /** How to reach us, and the drawing of the page without a booking: built as HTML. */
  help?: ReactNode
  stairs?: ReactNode
}

/** A booking or tour as its customer sees it, opened by an emailed link on any device. */
export default withErrorBoundary((props: Props) => {
  useEffect(openYourBooking, [])
  return (
    <div className={PAGE}>
      <StorageWarning className="mb-6" />
      <Screen {...props} />
    </div>
  )
})

function Screen({ methods, seller, visit, help, stairs }: Props) {
  const screen = useStore($yourBooking)
  const notShown = { help, stairs }
  const isInitial = screen.state === 'initial'
  switch (screen.state) {
    // One branch, so that React keeps the form of the page, with its focus and text. The page's head sets `data-opening`.
    case 'initial':
    case 'find':
      return (
        <>
          {isInitial && (
            <div className="in-data-opening:block hidden">
              <YourBookingSkeleton />
            </div>
          )}
          <NotShown {...notShown} isInitial={isInitial} linkEnded={screen.state === 'find' && screen.linkEnded} />
        </>
      )
    case 'loading':
      return <Loading />
    case 'load_failed':
      return <BookingLoadError message={screen.message} onRetry={reloadYourBooking} stairs={stairs} />
    case 'tour':
      return (
        <YourTour
          credentials={screen.credentials}
          visit={visit}
          views={{
            loading: <YourBookingSkeleton />,
            failed: (message, retry) => <BookingLoadError message={message} onRetry={retry} stairs={stairs} />,
            notFound: <NotShown {...notShown} linkEnded />,
          }}
          memory={TOUR_MEMORY}
        />
      )
    case 'booking':
      return (
        <BookingDetails booking={screen.booking} methods={methods} seller={seller} visit={visit}>
          {!WITHOUT_SERVER && <OtherBookings />}
        </BookingDetails>
      )
  }
}

/** Loads the script of the booking together with the booking. */
function Loading() {
  useEffect(() => void loadDetails().catch(() => {}), [])
  return <YourBookingSkeleton />
}

interface NotShownProps extends Pick<Props, 'help' | 'stairs'> {
  isInitial?: boolean
  linkEnded: boolean
}

/** The page is built without the tours of this browser. */
function NotShown({ isInitial = false, ...props }: NotShownProps) {
  const tours = useStore($ownTours)
  return (
    <BookingNotShown className={isInitial ? 'in-data-opening:hidden' : ''} {...props}>
      {!isInitial && <OwnTourLinks tours={tours} />}
    </BookingNotShown>
  )
}

function OtherBookings() {
  useHeadingFocus()
  return (
    <div className={`${MAIN_COLUMN} no-print mt-8`}>
      <Disclosure className="group border-line-2 border-b" title="Find another booking">
        <div className="pb-6">
          <FindBooking />
        </div>
      </Disclosure>
      <p className="mt-6 max-w-measure text-pretty text-ink-2 text-small">
        Is this a shared device? <LinkButton onClick={forgetYourBooking}>Forget this booking on this device</LinkButton>{' '}
        when you leave. The link in our email opens it again.
      </p>
      <OwnTourLinks tours={useStore($ownTours)} />
    </div>
  )
}
