import { type SubmitEvent, useState } from 'react'
import { npr, type Paisa, paisa } from '#domain/money.ts'
import { formatRoomMinutes } from '#domain/room.ts'
import { MAX_BOUGHT_HOURS } from '#domain/room-hours.ts'
import { Alert } from '#islands/ui/Alert.tsx'
import { Button, SecondaryButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { buyHours } from '#stores/payment/own-rooms.ts'
import { useSectionForm } from './SectionForm.tsx'

/** Opens the payment of room hours. */
export function BuyHours({ pricePerHour }: { pricePerHour: Paisa }) {
  const { isOpen, opener, close, open } = useSectionForm()
  const [hours, setHours] = useState(1)
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const price = paisa(hours * pricePerHour)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setProblem(await buyHours(hours, price))
    setSending(false)
  }

  return (
    <>
      <SecondaryButton ref={opener} aria-expanded={isOpen} onClick={open}>
        Buy more hours
      </SecondaryButton>
      {isOpen && (
        <form
          className="grid w-full gap-5 border-line-2 border-b pb-5"
          aria-labelledby="buy-hours"
          onSubmit={submit}
          noValidate
        >
          <h3 className="font-strong text-4" id="buy-hours">
            Buy more hours
          </h3>
          <Field
            id="bought-hours"
            label="Hours"
            hint="You can use them until the last day of your booking. They are not refunded separately."
          >
            {(control) => (
              <select
                {...control}
                ref={focusOnce}
                value={hours}
                onChange={({ target }) => {
                  setProblem(undefined)
                  setHours(Number(target.value))
                }}
              >
                {Array.from({ length: MAX_BOUGHT_HOURS }, (_, index) => index + 1).map((count) => (
                  <option key={count} value={count}>
                    {formatRoomMinutes(count * 60)}, {npr(paisa(count * pricePerHour))}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Alert problem={problem} />
          <p className="flex flex-wrap gap-3 max-sm:*:flex-auto">
            <Button type="submit" busy={isSending}>
              {isSending ? 'Opening the payment…' : `Continue to pay ${npr(price)}`}
            </Button>
            <SecondaryButton onClick={() => close()}>Back</SecondaryButton>
          </p>
        </form>
      )}
    </>
  )
}

const focusOnce = (select: HTMLSelectElement | null): void => select?.focus()
