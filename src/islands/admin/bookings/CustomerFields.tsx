import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useState } from 'react'
import { fullName } from '#domain/contact.ts'
import { $walkIn, type Customer, clearCustomers, searchCustomers } from '#stores/admin/desk/walk-in.ts'
import type { WalkIn } from '#stores/admin/desk/walk-in-form.ts'
import { bindFields, InputField, TextField } from '../form/fields.tsx'
import { FORM_ROW } from './form-row.ts'

interface Props {
  walkIn: WalkIn
  set: (changed: Partial<WalkIn>) => void
  errors: Readonly<Record<string, string | undefined>>
}

/** Searches known customers by name, phone or email. */
export function CustomerFields({ walkIn, set, errors }: Props) {
  const { customers } = useStore($walkIn)
  const [activeIndex, setActiveIndex] = useState(-1)
  const active = customers[activeIndex]
  const field = bindFields(walkIn, set, errors)
  const selectCustomer = (customer: Customer) => {
    clearCustomers()
    setActiveIndex(-1)
    const { phone, email, company, pan } = customer
    set({ name: fullName(customer), phone, email, company, pan })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (customers.length === 0) return
    if (event.key === 'ArrowDown') setActiveIndex((activeIndex + 1) % customers.length)
    else if (event.key === 'ArrowUp') setActiveIndex((activeIndex <= 0 ? customers.length : activeIndex) - 1)
    else if (event.key === 'Enter' && active) selectCustomer(active)
    else if (event.key === 'Escape') {
      clearCustomers()
      setActiveIndex(-1)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div className="relative">
        <InputField
          id="desk-name"
          label="Name"
          hint="Type to find an earlier customer."
          error={errors.name}
          role="combobox"
          aria-expanded={customers.length > 0}
          aria-controls="desk-customers"
          aria-autocomplete="list"
          aria-activedescendant={active ? `desk-customer-${activeIndex}` : undefined}
          autoComplete="off"
          maxLength={200}
          value={walkIn.name}
          onChange={({ target }) => {
            set({ name: target.value })
            setActiveIndex(-1)
            searchCustomers(target.value)
          }}
          onKeyDown={handleKey}
          onBlur={() => clearCustomers()}
        />
        <div
          id="desk-customers"
          className="absolute inset-x-0 top-full z-1 border border-line-3 border-t-0 bg-paper-raised empty:hidden"
          role="listbox"
          aria-label="Earlier customers"
        >
          {customers.map((customer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the name field's (combobox)
            <div
              key={`${customer.email} ${customer.phone}`}
              id={`desk-customer-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-1.5 hover:inset-shadow-mark hover:bg-paper-sunk aria-selected:inset-shadow-mark aria-selected:bg-paper-sunk"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => selectCustomer(customer)}
            >
              <b>{fullName(customer)}</b>
              <span className="small mute">{[customer.phone, customer.email].filter(Boolean).join(', ')}</span>
            </div>
          ))}
        </div>
      </div>
      <div className={FORM_ROW}>
        <TextField id="desk-phone" label="Phone" type="tel" maxLength={60} {...field('phone')} />
        <TextField id="desk-email" label="Email" optional type="email" maxLength={254} {...field('email')} />
      </div>
    </>
  )
}
