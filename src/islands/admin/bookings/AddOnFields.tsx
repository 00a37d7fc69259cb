import type { AddOn } from '#domain/catalogue.ts'
import { npr } from '#domain/money.ts'
import { Field } from '#islands/ui/Field.tsx'
import type { WalkIn } from '#stores/admin/desk/walk-in-form.ts'

interface Props {
  walkIn: WalkIn
  addOns: readonly AddOn[]
  wrong: Readonly<Record<string, string | undefined>>
  set: (changed: Partial<WalkIn>) => void
  /** For what the price depends on. */
  choose: (changed: Partial<WalkIn>) => void
}

/** The same add-ons as the wizard's: those with a counter, and those that are taken or not. */
export const AddOnFields = ({ walkIn, addOns, wrong, set, choose }: Props) => (
  <details className="desk-extras">
    <summary>Add-ons and notes</summary>
    <div className="desk-row">
      {addOns.map(({ id, name, price, per }) => {
        if (per === 'month')
          return (
            <label key={id} className="desk-check">
              <input
                type="checkbox"
                checked={walkIn.addOns.includes(id)}
                onChange={({ target }) =>
                  choose({
                    addOns: target.checked ? [...walkIn.addOns, id] : walkIn.addOns.filter((taken) => taken !== id),
                  })
                }
              />
              <span>
                {name} <span className="small mute">{npr(price)} a month</span>
              </span>
            </label>
          )
        const counter = per === 'hour' ? 'meetingRoomHours' : 'guestPasses'
        return (
          <Field key={id} id={`desk-${id}`} label={`${name}, ${npr(price)} each`} error={wrong[counter]}>
            {(control) => (
              <input
                {...control}
                type="number"
                inputMode="numeric"
                min={0}
                step={1}
                value={walkIn[counter]}
                onChange={({ target }) => choose({ [counter]: Math.max(0, Math.trunc(target.valueAsNumber || 0)) })}
              />
            )}
          </Field>
        )
      })}
    </div>
    <Field id="desk-notes" label="Notes of the customer" optional error={wrong.notes}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          maxLength={2_000}
          value={walkIn.notes}
          onChange={({ target }) => set({ notes: target.value })}
        />
      )}
    </Field>
  </details>
)
