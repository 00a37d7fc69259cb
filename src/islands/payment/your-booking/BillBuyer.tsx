import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { BookingView } from '#contract/bookings.ts'
import type { BookingDetails } from '#domain/booking-draft.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { getDetails, saveDetails } from '#stores/payment/own-details.ts'
import { SECTION_FORM, SectionForm, useSectionForm } from './SectionForm.tsx'

/** To whom the bill will be made out; the customer can change it until the bill is issued. */
export function BillBuyer({ booking }: { booking: BookingView }) {
  const { isOpen, status, opener, close, open } = useSectionForm()
  const { company, pan } = booking.contact
  return (
    <>
      <p className="wrap-anywhere mt-2">
        It is made out to <b className="font-med">{company || booking.customerName}</b>
        {pan ? `, PAN ${pan}.` : ', without a PAN.'}
      </p>
      {booking.actions.changeDetails && (
        <div className={SECTION_FORM}>
          <SecondaryButton ref={opener} aria-expanded={isOpen} onClick={open}>
            <Pencil className="icon" />
            Change company or PAN
          </SecondaryButton>
          {isOpen && <BuyerForm booking={booking} close={close} />}
        </div>
      )}
      <p className="soft mt-3 empty:hidden" role="status">
        {status}
      </p>
    </>
  )
}

function BuyerForm({ booking, close }: { booking: BookingView; close: (text?: string) => void }) {
  const [touched, setTouched] = useState<Partial<Pick<BookingDetails, 'company' | 'pan'>>>({})
  const details = { ...getDetails(booking), ...touched }
  return (
    <SectionForm
      heading="Buyer on the bill"
      action="Save"
      busyAction="Saving…"
      send={() => saveDetails(booking, details)}
      onSent={() => close('The bill will be made out to these details.')}
      onBack={() => close()}
    >
      {(failed) => (
        <>
          <Field id="bill-company" label="Company" optional error={failed?.fields?.company}>
            {(control) => (
              <input
                {...control}
                autoComplete="organization"
                value={details.company}
                onChange={({ target }) => setTouched({ ...touched, company: target.value })}
              />
            )}
          </Field>
          <Field
            id="bill-pan"
            label="PAN"
            optional
            hint="Nine digits, if your company needs it on the bill."
            error={failed?.fields?.pan}
          >
            {(control) => (
              <input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={details.pan}
                onChange={({ target }) => setTouched({ ...touched, pan: target.value })}
              />
            )}
          </Field>
          <Alert problem={failed?.problem} />
        </>
      )}
    </SectionForm>
  )
}
