import { CalendarPlus, type LucideIcon, MessageCircle, Repeat, RotateCw } from 'lucide-react'
import type { BookingView } from '#contract/bookings.ts'
import { isOpenBooking } from '#domain/booking.ts'
import { addDays, formatDate, formatRange, type IsoDate, kathmanduDate, parseIsoDate } from '#domain/calendar.ts'
import { getDaysUntilLastDay } from '#domain/membership.ts'
import { npr } from '#domain/money.ts'
import { isDayPass } from '#domain/plan.ts'
import { PERIOD_UNITS } from '#islands/ui/period-names.ts'
import { getWizardUrl, prefillWizard } from '#stores/booking/prefill.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'
import { getYourCredentials, storeYourBooking } from '#stores/payment/your-booking.ts'
import { mustMovePass } from './closed-pass.ts'
import { hasEnded, needsRefundAccount } from './state-copy.ts'

/** Links that open the booking form with the choices of this booking. */
export default function BookAgain({ booking }: { booking: BookingView }) {
  const isOpen = isOpenBooking(booking.status) && !hasEnded(booking)
  if (isOpen || booking.trial || mustMovePass(booking)) return null
  const nextDay = getNextDay(booking)
  return (
    <div className="no-print mt-6 flex flex-wrap items-start gap-3 after-form:hidden">
      {booking.actions.renew && <Renew booking={booking} renewal={booking.actions.renew} />}
      <UnpaidRenewal booking={booking} />
      {WITHOUT_SERVER && booking.status === 'confirmed' && !isDayPass(booking.planId) && (
        <a className="button button-quiet max-sm:w-full" href="/contact">
          <MessageCircle className="icon" />
          Ask us to renew
        </a>
      )}
      {nextDay && <WizardLink booking={booking} startDate={nextDay} label="Add days" Icon={CalendarPlus} />}
      <WizardLink booking={booking} startDate="" label="Book again" Icon={RotateCw} isPrimary={isNextStep(booking)} />
    </div>
  )
}

/** The new booking replaces the hold. */
export const ChooseAnotherDay = ({ booking }: { booking: BookingView }) => (
  <a
    className="button"
    href={getWizardUrl(booking, '')}
    onClick={() => {
      storeYourBooking()
      prefillWizard(booking, { startDate: '' })
    }}
  >
    Choose another day
  </a>
)

type Renewal = NonNullable<BookingView['actions']['renew']>

function Renew({ booking, renewal }: { booking: BookingView; renewal: Renewal }) {
  const { startDate, endDate, amount, full } = renewal
  const { locationName, planName, billing, now } = booking
  const [from, to] = [parseIsoDate(startDate), parseIsoDate(endDate)]
  if (!from || !to) return null
  const period = formatRange(from, to)
  if (full || amount === null)
    return (
      <p className="note note-warm basis-full">
        <span>
          {full
            ? `Your membership cannot be renewed online: on some days of ${period}, every seat at ${locationName} is taken. `
            : `Your membership cannot be renewed online, because ${planName} is no longer sold by the ${PERIOD_UNITS[billing]}. `}
          <a className="link" href="/contact">
            Contact us
          </a>{' '}
          to find another way.
        </span>
      </p>
    )
  const secret = getYourCredentials()?.secret ?? ''
  const today = kathmanduDate(Date.parse(now))
  const isEnding = booking.startDate <= today && getDaysUntilLastDay('active', from, today) !== undefined
  return (
    <>
      <p className="basis-full">
        Next {PERIOD_UNITS[billing]} of your membership: <b className="num">{period}</b>,{' '}
        <span className="num">{npr(amount)}</span>.
      </p>
      <a
        className={`button max-sm:w-full ${isEnding ? '' : 'button-quiet'}`}
        href={getWizardUrl(booking, startDate)}
        onClick={() => prefillWizard(booking, { startDate, renewal: { ...renewal, secret } })}
      >
        <Repeat className="icon" />
        Renew
      </a>
    </>
  )
}

/** The period cannot be renewed again until its hold ends. */
function UnpaidRenewal({ booking: { renewal, billing } }: { booking: BookingView }) {
  const start = parseIsoDate(renewal?.startDate)
  if (!start || renewal?.paid) return null
  return (
    <p className="note note-warm basis-full">
      <span>
        The next {PERIOD_UNITS[billing]} of your membership, from <b className="num">{formatDate(start)}</b>, is booked
        but not paid yet. If it is not paid in time, its seat is released.
      </span>
    </p>
  )
}

/** Nothing else is left to do. */
const isNextStep = (booking: BookingView): boolean =>
  (hasEnded(booking) || booking.endDate < kathmanduDate(Date.parse(booking.now))) &&
  !booking.actions.renew &&
  !needsRefundAccount(booking)

interface WizardLinkProps {
  booking: BookingView
  startDate: IsoDate | ''
  label: string
  Icon: LucideIcon
  isPrimary?: boolean
}

const WizardLink = ({ isPrimary = false, Icon, ...props }: WizardLinkProps) => (
  <a
    className={`button max-sm:w-full ${isPrimary ? '' : 'button-quiet'}`}
    href={getWizardUrl(props.booking, props.startDate)}
    onClick={() => prefillWizard(props.booking, { startDate: props.startDate })}
  >
    <Icon className="icon" />
    {props.label}
  </a>
)

/** The day after a confirmed booking, unless it has passed. A membership is renewed instead. */
function getNextDay({ status, planId, endDate, now }: BookingView): IsoDate | undefined {
  const lastDay = parseIsoDate(endDate)
  if (status !== 'confirmed' || !lastDay || !(isDayPass(planId) || WITHOUT_SERVER)) return undefined
  const nextDay = addDays(lastDay, 1)
  return nextDay >= kathmanduDate(Date.parse(now)) ? nextDay : undefined
}
