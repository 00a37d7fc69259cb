import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_COUNTER } from '#domain/booking-draft.ts'
import { IconButton } from '#islands/ui/buttons.tsx'

interface Props {
  id: string
  name: string
  /** The unit that the buttons add and remove. */
  unit: string
  value: number
  min?: number
  /** Limits the buttons and arrow keys. A number above it can be typed, and is then a problem of the field. */
  max?: number | undefined
  /** Element that says what is wrong; absent if nothing is. */
  errorId?: string | undefined
  onChange: (value: number) => void
}

const COUNTER_BUTTON = 'icon-button h-12 w-full disabled:bg-paper-sunk disabled:text-ink-3'

/** By how much a key changes the number. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
  Home: Number.NEGATIVE_INFINITY,
}

/** A whole number, changed by buttons, keys or typing. As in every spin button, only the field takes the focus. */
export function Counter({ id, name, unit, value, min = 0, max, errorId, onChange }: Props) {
  // An emptied field stays empty while typing and counts as the minimum.
  const [isEmpty, setEmpty] = useState(false)
  const set = (count: number) => onChange(Math.min(Math.max(min, count), max ?? MAX_COUNTER))
  return (
    <fieldset
      className={`grid grid-cols-sides-48 rounded-2 border *:focus-visible:relative *:focus-visible:-outline-offset-2 max-sm:grid-cols-sides-56 ${
        errorId ? 'border-danger border-b-3 bg-danger-wash' : 'border-line-3 border-b-2 bg-paper-raised'
      }`}
      aria-label={name}
    >
      <IconButton
        className={COUNTER_BUTTON}
        icon={Minus}
        tabIndex={-1}
        aria-label={`Remove ${unit}`}
        disabled={value <= min}
        onClick={() => set(value - 1)}
      />
      <input
        className="min-w-0 border-line border-x text-center font-strong tabular-nums"
        id={id}
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        inputMode="numeric"
        autoComplete="off"
        aria-label={name}
        value={isEmpty ? '' : value}
        onChange={(event) => {
          const digits = /^\s*(\d*)/.exec(event.target.value)?.[1] ?? ''
          setEmpty(digits === '')
          onChange(Math.min(Math.max(min, Number(digits)), MAX_COUNTER))
        }}
        onBlur={() => setEmpty(false)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          const step = KEY_STEPS[event.key]
          if (step === undefined) return
          event.preventDefault()
          set(value + step)
        }}
      />
      <IconButton
        className={COUNTER_BUTTON}
        icon={Plus}
        tabIndex={-1}
        aria-label={`Add ${unit}`}
        disabled={max !== undefined && value >= max}
        onClick={() => set(value + 1)}
      />
    </fieldset>
  )
}
