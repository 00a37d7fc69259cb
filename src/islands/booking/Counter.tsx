import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_COUNTER } from '#domain/draft.ts'

interface Props {
  id: string
  name: string
  /** What the buttons add and take away. */
  one: string
  value: number
  onChange: (value: number) => void
}

/** A whole number from 0, changed by buttons, by arrow keys or by typing. */
export function Counter({ id, name, one, value, onChange }: Props) {
  // An emptied field stays empty while it is typed in, and counts as 0.
  const [emptied, setEmptied] = useState(false)
  const set = (wanted: number) => onChange(Math.min(Math.max(0, wanted), MAX_COUNTER))
  return (
    <fieldset className="counter" aria-label={name}>
      <button
        type="button"
        className="icon-button"
        aria-label={`One ${one} less`}
        disabled={value === 0}
        onClick={() => set(value - 1)}
      >
        <Minus className="icon" />
      </button>
      <input
        id={id}
        role="spinbutton"
        aria-valuenow={value}
        aria-valuemin={0}
        inputMode="numeric"
        autoComplete="off"
        aria-label={name}
        value={emptied ? '' : value}
        onChange={(event) => {
          const digits = /^\s*(\d*)/.exec(event.target.value)?.[1] ?? ''
          setEmptied(digits === '')
          set(Number(digits))
        }}
        onBlur={() => setEmptied(false)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (by === 0) return
          event.preventDefault()
          set(value + by)
        }}
      />
      <button type="button" className="icon-button" aria-label={`One ${one} more`} onClick={() => set(value + 1)}>
        <Plus className="icon" />
      </button>
    </fieldset>
  )
}
