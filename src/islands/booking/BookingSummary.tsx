import { useStore } from '@nanostores/react'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { formatRange } from '#domain/calendar.ts'
import { formatClosedDays } from '#domain/closed-days.ts'
import { hasWorkingHours } from '#domain/day-pass.ts'
import { formatLineItem } from '#domain/line-item.ts'
import { npr } from '#domain/money.ts'
import { isDayPass, periodFor } from '#domain/plan.ts'
import { countSeatsTaken, formatSeats } from '#domain/team.ts'
import { SummaryFacts, SummaryPanel, Total } from '#islands/ui/SummaryPanel.tsx'
import { startOver } from '#stores/booking/open-wizard.ts'
import { $validGuestsDraft } from '#stores/booking/quote.ts'
import { $chosenRoom } from '#stores/booking/room.ts'
import { getChosenLocation, getChosenPlan, getClosedDays, isSoldOut, type Wizard } from './wizard.ts'

export function BookingSummary({ wizard }: { wizard: Wizard }) {
  const { draft, quote, coverage } = wizard
  const location = getChosenLocation(wizard)
  const plan = getChosenPlan(wizard)
  const room = useStore($chosenRoom)
  // Step 2 shows them beside the dates.
  const closedDays = wizard.step !== 2 && formatClosedDays(getClosedDays(wizard))
  const { seats: people, guestPasses } = useStore($validGuestsDraft)
  const seats = plan ? countSeatsTaken({ planId: plan.id, seats: people, guestPasses }) : 1
  const priceLines =
    plan && quote?.lines.map((line) => [formatLineItem(line, periodFor(plan.id, draft.billing)), npr(line.amount)])
  return (
    <SummaryPanel className="sticky top-head-32 col-span-4 peer-target:invisible max-md:static max-md:col-span-full max-md:my-10">
      {location || plan ? (
        <SummaryFacts
          facts={{
            Location: location?.name ?? NOT_CHOSEN,
            Plan: plan ? `${plan.name}, ${plan.subtitle.toLowerCase()}` : NOT_CHOSEN,
            [!plan || isDayPass(plan.id) ? 'Date' : 'Dates']: coverage && <Dates wizard={wizard} />,
            'Seats per day': seats > 1 && formatSeats(seats, plan && isDayPass(plan.id) ? guestPasses : 0),
            'Working hours': coverage && plan && hasWorkingHours(plan.id) && `${draft.startTime}–${draft.endTime}`,
            Room: coverage && room && `${room.roomName}, ${room.start}–${room.end}`,
            ...Object.fromEntries(priceLines ?? []),
          }}
        />
      ) : (
        <div className="grid gap-3.5 pt-2">
          <i className="h-0.75 bg-line-2" />
          <i className="ml-auto h-0.75 w-4/5 bg-line-2" />
          <i className="ml-auto h-0.75 w-3/5 bg-line-2" />
          <p className="soft small mt-2">Your location, dates and total appear here as you choose them.</p>
        </div>
      )}
      {closedDays && <p className="soft small mt-3 text-pretty">Closed: {closedDays}</p>}
      {quote && <Total amount={quote.total} />}
      {(location || plan) && (
        <button type="button" className="link mt-3 -mb-2.5 min-h-11 text-small" onClick={startOver}>
          <RotateCcw className="icon" />
          Reset booking
        </button>
      )}
    </SummaryPanel>
  )
}

const NOT_CHOSEN = 'Not chosen yet'

/** Marks days that are full. */
function Dates({ wizard }: { wizard: Wizard }) {
  const { coverage } = wizard
  if (!coverage) return null
  const range = formatRange(coverage.from, coverage.to)
  if (!isSoldOut(wizard)) return range
  return (
    <span className="inline-flex items-center gap-1.5 text-danger">
      <CircleAlert className="icon" />
      {range}, full
    </span>
  )
}
