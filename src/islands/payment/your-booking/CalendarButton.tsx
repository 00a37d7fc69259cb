import { CalendarPlus } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { Button } from '#islands/ui/buttons.tsx'
import { ActionButton } from './ActionButton.tsx'
import type { ActionProps } from './action-props.ts'
import { needsRefundAccount } from './state-copy.ts'
import { useCalendarFile } from './useCalendarFile.ts'

export default function CalendarButton({ booking, report }: ActionProps) {
  const calendarFile = useCalendarFile(report)
  const CalendarAction = isNextStep(booking) ? NextStepButton : ActionButton
  return (
    <CalendarAction {...calendarFile}>
      <CalendarPlus className="icon" />
      Add to calendar
    </CalendarAction>
  )
}

const NextStepButton = (props: ComponentProps<typeof Button>) => (
  <Button className="button col-span-full mb-2 sm:justify-self-start" {...props} />
)

/** The only primary button of the page while a confirmed booking is to come and nothing else has to be done. */
const isNextStep = (booking: BookingView): boolean => {
  const { startDate, change, now } = booking
  return startDate > kathmanduDate(Date.parse(now)) && !change && !needsRefundAccount(booking)
}
