import type { AddOn } from '#domain/catalogue.ts'
import { MAX_NOTES_LENGTH } from '#domain/draft.ts'
import { formatAmount, npr } from '#domain/money.ts'
import { Field } from '#islands/ui/Field.tsx'
import { Price } from '#islands/ui/Price.tsx'
import { chooseAddOn, setGuestPasses, setMeetingRoomHours, setNotes } from '#stores/booking/draft.ts'
import { Counter } from './Counter.tsx'
import { formatIncluded } from './labels.ts'
import type { Offering } from './offering.ts'
import { StepHeading } from './StepHeading.tsx'
import { getChosenPlan, type Wizard } from './wizard.ts'
import './add-ons.css'

/** Step 3: nothing here is required. */
export function AddOnsAndNotes({ wizard }: { wizard: Wizard }) {
  const { offering, draft, errorOf } = wizard
  return (
    <>
      <StepHeading step={3}>Anything to go with the desk?</StepHeading>
      <p className="booking-sub">Add what you need, or nothing.</p>
      <div className="extras">
        {offering.addOns.map((addOn) => (
          <AddOnOption key={addOn.id} addOn={addOn} wizard={wizard} />
        ))}
      </div>
      <Field
        id="notes"
        label="Notes"
        optional
        hint="A seat by the window, a wheelchair, a big monitor."
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
  const chosen = addOn.per === 'month' ? draft.addOns.includes(addOn.id) : line !== undefined
  const words = (
    <>
      <span className="extra-text">
        <b>{addOn.name}</b>
        <span>{addOn.description}</span>
        {included && <span className="extra-included">{included} Add only what you need on top.</span>}
      </span>
      <span className="extra-price">
        <Price amount={addOn.price} />
        <span>{addOn.unit}</span>
      </span>
    </>
  )
  const sum = line && (
    <span className="extra-sum num">
      {line.quantity} × {formatAmount(line.unitAmount)} is {npr(line.amount)}
    </span>
  )
  const className = `extra ${chosen ? 'extra-chosen' : ''}`
  if (addOn.per !== 'month')
    return (
      <div className={className}>
        {words}
        <AddOnCounter addOn={addOn} wizard={wizard} />
        {sum}
      </div>
    )
  return (
    <label className={className}>
      {words}
      <span className="extra-check">
        <input
          type="checkbox"
          name={addOn.id}
          checked={chosen}
          onChange={(event) => chooseAddOn(addOn.id, event.target.checked)}
        />
        <span aria-hidden="true">{chosen ? 'Added' : 'Add'}</span>
      </span>
      {sum}
    </label>
  )
}

function AddOnCounter({ addOn: { per, name }, wizard: { draft } }: { addOn: AddOn; wizard: Wizard }) {
  return per === 'hour' ? (
    <Counter
      id="meetingRoomHours"
      name={name}
      one="hour"
      value={draft.meetingRoomHours}
      onChange={setMeetingRoomHours}
    />
  ) : (
    <Counter id="guestPasses" name={name} one="guest pass" value={draft.guestPasses} onChange={setGuestPasses} />
  )
}
