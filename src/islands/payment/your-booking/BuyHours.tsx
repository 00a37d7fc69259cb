import { useState } from 'react'
import { npr, type Paisa, paisa } from '#domain/money.ts'
import { formatRoomMinutes } from '#domain/room.ts'
import { MAX_BOUGHT_HOURS } from '#domain/room-hours.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { SecondaryButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { buyHours } from '#stores/payment/own-rooms.ts'
import { SectionForm, useSectionForm } from './SectionForm.tsx'

interface Props {
  pricePerHour: Paisa
  /** Runs before the form opens. */
  onOpen: () => void
}

/** Opens the payment of room hours. */
export function BuyHours({ pricePerHour, onOpen }: Props) {
  const { isOpen, opener, close, open } = useSectionForm()
  const [hours, setHours] = useState(1)
  const price = paisa(hours * pricePerHour)
  return (
    <>
      <SecondaryButton
        ref={opener}
        aria-expanded={isOpen}
        onClick={() => {
          onOpen()
          open()
        }}
      >
        Buy hours
      </SecondaryButton>
      {isOpen && (
        <SectionForm
          heading="Buy hours"
          action={`Continue to pay ${npr(price)}`}
          busyAction="Opening the payment…"
          send={async () => {
            const problem = await buyHours(hours, price)
            return problem ? { problem } : undefined
          }}
          onSent={() => close()}
          onBack={() => close()}
        >
          {(failed) => (
            <>
              <Field
                id="bought-hours"
                label="Hours"
                hint="You can use them until the last day of your booking. They are not refunded separately."
              >
                {(control) => (
                  <select {...control} value={hours} onChange={({ target }) => setHours(Number(target.value))}>
                    {Array.from({ length: MAX_BOUGHT_HOURS }, (_, index) => index + 1).map((count) => (
                      <option key={count} value={count}>
                        {formatRoomMinutes(count * 60)}, {npr(paisa(count * pricePerHour))}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <Alert problem={failed?.problem} />
            </>
          )}
        </SectionForm>
      )}
    </>
  )
}
