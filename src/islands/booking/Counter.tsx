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
  onChange: (value: number) => void
}

const COUNTER_BUTTON = 'icon-button h-12 w-full disabled:bg-paper-sunk disabled:text-ink-3'

/** A non-negative whole number, changed by buttons, arrow keys or typing. */
export function Counter({ id, name, unit, value, onChange }: Props) {
  // An emptied field stays empty while typing and counts as 0.
  const [isEmpty, setEmpty] = useState(false)
  const set = (count: number) => onChange(Math.min(Math.max(0, count), MAX_COUNTER))
  return (
    <fieldset
      className="grid grid-cols-sides-48 rounded-2 border border-line-3 border-b-2 bg-paper-raised *:focus-visible:relative *:focus-visible:-outline-offset-2 max-sm:col-span-full max-sm:grid-cols-sides-56"
      aria-label={name}
    >
      <IconButton
        className={COUNTER_BUTTON}
        icon={Minus}
        aria-label={`Remove ${unit}`}
        disabled={value === 0}
        onClick={() => set(value - 1)}
      />
      <input
        className="min-w-0 border-line border-x text-center font-strong tabular-nums"
        id={id}
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={0}
        inputMode="numeric"
        autoComplete="off"
        aria-label={name}
        value={isEmpty ? '' : value}
        onChange={(event) => {
          const digits = /^\s*(\d*)/.exec(event.target.value)?.[1] ?? ''
          setEmpty(digits === '')
          set(Number(digits))
        }}
        onBlur={() => setEmpty(false)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (step === 0) return
          event.preventDefault()
          set(value + step)
        }}
      />
      <IconButton className={COUNTER_BUTTON} icon={Plus} aria-label={`Add ${unit}`} onClick={() => set(value + 1)} />
    </fieldset>
  )
}
