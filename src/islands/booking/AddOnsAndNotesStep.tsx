import { MAX_NOTES_LENGTH } from '#domain/booking-draft.ts'
import { formatAmount, npr } from '#domain/money.ts'
import { Field } from '#islands/ui/Field.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { changeDraft, chooseAddOn, setNotes } from '#stores/booking/draft.ts'
import { Counter } from './Counter.tsx'
import { formatIncluded } from './labels.ts'
import type { Offering } from './offering.ts'
import { StepHeading } from './StepHeading.tsx'
import { getChosenPlan, type Wizard } from './wizard.ts'
import './add-ons.css'

export function AddOnsAndNotesStep({ wizard }: { wizard: Wizard }) {
  const { offering, draft, errorOf } = wizard
  return (
    <>
      <StepHeading step={3}>Would you like any add-ons?</StepHeading>
      <p className="booking-sub">Add what you need, or continue without add-ons.</p>
      <div className="extras">
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
        className="booking-notes"
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
  const { draft, quote } = wizard
  const line = quote?.lines.find(({ id }) => id === addOn.id)
  const plan = getChosenPlan(wizard)
  const included = plan && formatIncluded(addOn.per, plan, draft.billing)
  const isChosen = addOn.per === 'month' ? draft.addOns.includes(addOn.id) : line !== undefined
  const Box = addOn.per === 'month' ? 'label' : 'div'
  return (
    <Box className={`extra ${isChosen ? 'extra-chosen' : ''}`}>
      <span className="extra-text">
        <b>{addOn.name}</b>
        <span>{addOn.description}</span>
        {included && <span className="extra-included">{included} Add only what you need beyond that.</span>}
      </span>
      <span className="extra-price">
        <Price amount={addOn.price} />
        <span>{addOn.unit}</span>
      </span>
      {addOn.per === 'month' ? (
        <span className="extra-check">
          <input
            type="checkbox"
            name={addOn.id}
            checked={isChosen}
            onChange={(event) => chooseAddOn(addOn.id, event.target.checked)}
          />
          <span aria-hidden="true">{isChosen ? 'Added' : 'Add'}</span>
        </span>
      ) : (
        <AddOnCounter per={addOn.per} name={addOn.name} draft={draft} />
      )}
      {line && (
        <span className="extra-sum num">
          {line.quantity} × {formatAmount(line.unitAmount)} is {npr(line.amount)}
        </span>
      )}
    </Box>
  )
}

const COUNTERS = {
  hour: { id: 'meetingRoomHours', unit: 'hour' },
  guest_day: { id: 'guestPasses', unit: 'guest pass' },
} as const

function AddOnCounter({ per, name, draft }: { per: keyof typeof COUNTERS; name: string; draft: Wizard['draft'] }) {
  const { id, unit } = COUNTERS[per]
  return (
    <Counter id={id} name={name} unit={unit} value={draft[id]} onChange={(value) => changeDraft({ [id]: value })} />
  )
}
