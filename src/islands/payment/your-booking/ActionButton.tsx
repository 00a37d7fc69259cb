import type { ComponentProps } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { formatDates } from './format-dates.ts'

/** A row of the list of actions. */
const ACTION_ROW =
  'button button-quiet w-full justify-start gap-3.5 rounded-none border-line border-b px-0 text-left font-med shadow-none hover:bg-transparent hover:text-brick'

/** A form that replaces the list. */
export const ACTION_FORM = 'col-span-full grid w-full scroll-my-18 gap-4'

export const ActionButton = (props: ComponentProps<typeof SecondaryButton>) => (
  <SecondaryButton className={ACTION_ROW} {...props} />
)

/** Replaces the heading and the dates of the page while a form is open. */
export const FormHeading = ({ booking, ...heading }: ComponentProps<'h1'> & { booking: BookingView }) => (
  <div className="mb-2">
    <h1 className="display-2 mb-1.5" {...heading} />
    <p className="soft">
      {booking.locationName}, {formatDates(booking)}
    </p>
  </div>
)
