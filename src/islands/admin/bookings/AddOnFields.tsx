import { useState } from 'react'
import type { AddOn } from '#domain/catalogue.ts'
import { npr } from '#domain/money.ts'
import { CHECKBOX } from '#islands/ui/Choice.tsx'
import type { WalkIn } from '#stores/admin/desk/walk-in-form.ts'
import { bindFields, InputField, TextAreaField, TextField } from '../form/fields.tsx'
import { FORM_ROW } from './form-row.ts'

interface Props {
  walkIn: WalkIn
  addOns: readonly AddOn[]
  errors: Readonly<Record<string, string | undefined>>
  set: (changed: Partial<WalkIn>) => void
  /** Like `set`, for values that change the price. */
  setAndQuote: (changed: Partial<WalkIn>) => void
}

const FIELDS = ['meetingRoomHours', 'guestPasses', 'company', 'pan', 'notes'] as const

export function AddOnFields({ walkIn, addOns, errors, set, setAndQuote }: Props) {
  const [isOpen, setOpen] = useState(false)
  const field = bindFields(walkIn, set, errors)
  return (
    <details
      // Stays open once its errors are fixed.
      open={isOpen || FIELDS.some((name) => errors[name] !== undefined)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 py-2.5 font-med text-ink-2">Add-ons, notes and company</summary>
      <div className="mt-2 mb-3 grid grid-cols-2 items-end gap-3 max-sm:grid-cols-1">
        {addOns.map(({ id, name, price, per }) => {
          if (per === 'month')
            return (
              <label key={id} className="flex min-h-11 items-center gap-2.5">
                <input
                  className={CHECKBOX}
                  type="checkbox"
                  checked={walkIn.addOns.includes(id)}
                  onChange={({ target }) =>
                    setAndQuote({
                      addOns: target.checked ? [...walkIn.addOns, id] : walkIn.addOns.filter((other) => other !== id),
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
            <InputField
              key={id}
              id={`desk-${id}`}
              label={`${name}, ${npr(price)} each`}
              error={errors[counter]}
              type="number"
              inputMode="numeric"
              min={0}
              step={1}
              value={walkIn[counter]}
              onChange={({ target }) => setAndQuote({ [counter]: Math.max(0, Math.trunc(target.valueAsNumber || 0)) })}
            />
          )
        })}
      </div>
      <TextAreaField id="desk-notes" label="Customer’s notes" optional rows={2} maxLength={2_000} {...field('notes')} />
      <div className={FORM_ROW}>
        <TextField id="desk-company" label="Company" optional maxLength={120} {...field('company')} />
        <TextField id="desk-pan" label="PAN" optional inputMode="numeric" maxLength={40} {...field('pan')} />
      </div>
    </details>
  )
}
