import { CircleAlert } from 'lucide-react'
import { getMaxRoomHours, MAX_NOTES_LENGTH } from '#domain/booking-draft.ts'
import { countRangeDays } from '#domain/date-range.ts'
import { isDayPass } from '#domain/plan.ts'
import { countPricedSeats, getMaxGuestPasses } from '#domain/team.ts'
import { CHECKBOX } from '#islands/ui/Choice.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { lazyWithRetry } from '#islands/ui/lazy-with-retry.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { changeDraft, chooseAddOn, setNotes } from '#stores/booking/draft.ts'
import { Counter } from './Counter.tsx'
import { formatIncluded, formatLineSum } from './labels.ts'
import type { Offering } from './offering.ts'
import { StepHeading } from './StepHeading.tsx'
import { getChosenPlan, type Wizard } from './wizard.ts'

const RoomChoice = lazyWithRetry(() => import('./RoomChoice.tsx'))

export function AddOnsAndNotesStep({ wizard }: { wizard: Wizard }) {
  const { offering, draft, errorOf } = wizard
  return (
    <>
      <StepHeading wizard={wizard}>Would you like any add-ons?</StepHeading>
      <p className="soft mt-2 mb-7">Add what you need, or continue without.</p>
      <div className="border border-line-2 border-t-3 border-t-ledge bg-paper-raised *:last:border-b-0">
        {offering.addOns.map((addOn) => (
          <AddOnOption key={addOn.id} addOn={addOn} wizard={wizard} />
        ))}
      </div>
      <Field
        id="notes"
        label="Notes"
        optional
        hint="For example: a window seat, wheelchair access, a large monitor."
        error={errorOf('notes')}
        className="mt-8"
      >
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={MAX_NOTES_LENGTH}
            value={draft.notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
    </>
  )
}

function AddOnOption({ addOn, wizard }: { addOn: Offering['addOns'][number]; wizard: Wizard }) {
  const { draft, quote, errorOf } = wizard
  const line = quote?.lines.find(({ id }) => id === addOn.id)
  const plan = getChosenPlan(wizard)
  const included = plan && formatIncluded(addOn.per, plan, draft.billing, countPricedSeats(plan.id, draft.seats))
  const isChosen = addOn.per === 'month' ? draft.addOns.includes(addOn.id) : line !== undefined
  const error = addOn.per === 'month' ? undefined : errorOf(COUNTERS[addOn.per].id)
  const Box = addOn.per === 'month' ? 'label' : 'div'
  return (
    <Box
      className={`grid min-h-22 grid-cols-add-on items-center gap-x-8 gap-y-1 border-line-2 border-b px-4 py-4.5 max-sm:grid-cols-1fr-auto max-sm:gap-y-2 max-sm:py-4 ${
        isChosen && !error ? 'inset-shadow-chosen forced-colors:border-l-6 forced-colors:border-l-highlight' : ''
      } ${addOn.per === 'month' ? 'hover:bg-paper-sunk' : ''}`}
    >
      <b className="self-end font-stretch-90% text-4 leading-120 max-sm:self-center">{addOn.name}</b>
      <span className="soft small col-start-1 self-start max-sm:col-span-full">
        {addOn.description}
        {addOn.per === 'month' && plan && isDayPass(plan.id) && ' Runs for one month, even with a day pass.'}
        {included && (
          <span className="block font-med text-pipal text-small">{included} Add only what you need beyond that.</span>
        )}
      </span>
      <span className="col-start-2 row-start-1 grid justify-items-end gap-0.75 text-ink-2 text-small *:first:text-ink *:first:text-price-small sm:row-end-3">
        <Price amount={addOn.price} />
        <span>{addOn.unit}</span>
      </span>
      {addOn.per === 'month' ? (
        <span
          className={`${ADD_ON_CONTROL} flex min-h-12.75 items-center gap-3 rounded-2 border border-line-3 border-b-2 bg-paper-raised px-3.5 font-strong text-small has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2`}
        >
          <input
            className={`${CHECKBOX} focus-visible:outline-none`}
            type="checkbox"
            name={addOn.id}
            checked={isChosen}
            onChange={(event) => chooseAddOn(addOn.id, event.target.checked)}
          />
          <span aria-hidden="true">{isChosen ? 'Added' : 'Add'}</span>
        </span>
      ) : (
        <div className={ADD_ON_CONTROL}>
          <AddOnCounter per={addOn.per} name={addOn.name} wizard={wizard} />
        </div>
      )}
      {error && addOn.per !== 'month' && (
        <p className="error col-span-full sm:justify-self-end" id={`${COUNTERS[addOn.per].id}-error`}>
          <CircleAlert className="icon" />
          {error}
        </p>
      )}
      {line && (
        <span className="soft small num col-span-full">
          {formatLineSum(line)}
          {addOn.per === 'guest_day' && plan && isDayPass(plan.id) && '. Each seat can have one guest.'}
        </span>
      )}
      {addOn.per === 'hour' &&
        plan &&
        isDayPass(plan.id) &&
        (line ? (
          <RoomChoice wizard={wizard} />
        ) : (
          <span className="hint col-span-full">Add an hour to choose a room and time.</span>
        ))}
    </Box>
  )
}

/** Beside the name and the description, below them on small screens. */
const ADD_ON_CONTROL = 'max-sm:col-span-full sm:col-start-3 sm:row-start-1 sm:row-end-3'

const COUNTERS = {
  hour: { id: 'meetingRoomHours', unit: 'hour' },
  guest_day: { id: 'guestPasses', unit: 'guest pass' },
} as const

function AddOnCounter({ per, name, wizard }: { per: keyof typeof COUNTERS; name: string; wizard: Wizard }) {
  const { id, unit } = COUNTERS[per]
  return (
    <Counter
      id={id}
      name={name}
      unit={unit}
      value={wizard.draft[id]}
      max={getMaxCount(per, wizard)}
      errorId={wizard.errorOf(id) && `${id}-error`}
      onChange={(value) => changeDraft({ [id]: value })}
    />
  )
}

function getMaxCount(per: keyof typeof COUNTERS, { coverage, draft: { planId, seats } }: Wizard) {
  if (!coverage || !planId) return undefined
  const days = countRangeDays(coverage)
  return per === 'hour' ? getMaxRoomHours(planId, days) : getMaxGuestPasses(planId, seats, days)
}
