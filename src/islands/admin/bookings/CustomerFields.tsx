import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useState } from 'react'
import { fullName } from '#domain/contact.ts'
import { Field } from '#islands/ui/Field.tsx'
import { $walkIn, type Customer, clearCustomers, searchCustomers } from '#stores/admin/desk/walk-in.ts'
import type { WalkIn } from '#stores/admin/desk/walk-in-form.ts'

interface Props {
  walkIn: WalkIn
  set: (changed: Partial<WalkIn>) => void
  wrong: Readonly<Record<string, string | undefined>>
}

/** Name, telephone, email. Whoever was here before is found by any of them and filled in with one key. */
export function CustomerFields({ walkIn, set, wrong }: Props) {
  const { customers } = useStore($walkIn)
  const [at, setAt] = useState(-1)
  const active = customers[at]
  const take = (customer: Customer) => {
    clearCustomers()
    setAt(-1)
    set({ name: fullName(customer), phone: customer.phone, email: customer.email })
  }
  const choose = (event: KeyboardEvent) => {
    if (customers.length === 0) return
    if (event.key === 'ArrowDown') setAt((at + 1) % customers.length)
    else if (event.key === 'ArrowUp') setAt((at <= 0 ? customers.length : at) - 1)
    else if (event.key === 'Enter' && active) take(active)
    else if (event.key === 'Escape') {
      clearCustomers()
      setAt(-1)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div className="desk-name">
        <Field id="desk-name" label="Name" error={wrong.name}>
          {(control) => (
            <input
              {...control}
              role="combobox"
              aria-expanded={customers.length > 0}
              aria-controls="desk-customers"
              aria-autocomplete="list"
              aria-activedescendant={active ? `desk-customer-${at}` : undefined}
              autoComplete="off"
              maxLength={200}
              value={walkIn.name}
              onChange={({ target }) => {
                set({ name: target.value })
                setAt(-1)
                searchCustomers(target.value)
              }}
              onKeyDown={choose}
              onBlur={() => clearCustomers()}
            />
          )}
        </Field>
        <div id="desk-customers" className="desk-customers" role="listbox" aria-label="Customers who were here before">
          {customers.map((customer, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the name field's (combobox)
            <div
              key={`${customer.email} ${customer.phone}`}
              id={`desk-customer-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className="desk-customer"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(customer)}
            >
              <b>{fullName(customer)}</b>
              <span className="small mute">{[customer.phone, customer.email].filter(Boolean).join(', ')}</span>
            </div>
          ))}
        </div>
      </div>
      <div className="desk-row">
        <Field id="desk-phone" label="Phone" error={wrong.phone}>
          {(control) => (
            <input
              {...control}
              type="tel"
              autoComplete="off"
              maxLength={60}
              value={walkIn.phone}
              onChange={({ target }) => set({ phone: target.value })}
            />
          )}
        </Field>
        <Field id="desk-email" label="Email" optional error={wrong.email}>
          {(control) => (
            <input
              {...control}
              type="email"
              autoComplete="off"
              maxLength={254}
              value={walkIn.email}
              onChange={({ target }) => set({ email: target.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
