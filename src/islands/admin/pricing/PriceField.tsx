import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useState } from 'react'
import { type Paisa, times } from '#domain/money.ts'
import { cellName, mayBeEmpty, PRICE_CELLS, type PriceCell } from '#domain/price-list.ts'
import {
  $changes,
  $prices,
  $problems,
  $wouldHold,
  leavePrice,
  priceText,
  takePriceBack,
  typePrice,
} from '#stores/admin/prices.ts'
import type { PriceNames } from './words.ts'
import { fullName, nameInLocation } from './words.ts'

/** One price: it looks like text until it is touched; what was typed over it shows what it was. */
export function PriceField({ cell, names }: { cell: PriceCell; names: PriceNames }) {
  const name = cellName(cell)
  const { list, typed, meanwhile } = useStore($prices)
  const changed = useStore($changes)[name] !== undefined
  const problem = useStore($problems)[name]
  const held = list?.amounts[name] ?? null
  const saving = useSaving(cell)
  // Nobody is told of a mistake while still typing it; whoever was sent back to it is.
  const [isTyping, setTyping] = useState(false)
  const wrong = isTyping ? undefined : problem
  const others = meanwhile[name] !== undefined
  return (
    <td
      className={['price-cell', changed && 'price-changed', wrong && 'price-wrong'].filter(Boolean).join(' ')}
      data-label={nameInLocation(cell, names)}
    >
      <input
        className="num"
        data-cell={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        aria-label={`${fullName(name, names)}, NPR`}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={`${name}-notes`}
        placeholder={mayBeEmpty(cell) ? 'not set' : undefined}
        value={typed[name] ?? priceText(held)}
        onChange={(event) => {
          setTyping(true)
          typePrice(name, event.target.value)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          setTyping(false)
          leavePrice(name)
        }}
        onKeyDown={(event) => (event.key === 'Escape' ? takePriceBack(name) : move(event, cell))}
      />
      <div className="price-notes num" id={`${name}-notes`}>
        {wrong ? (
          <p className="price-problem">{wrong}</p>
        ) : (
          <>
            {changed && <p>was {priceText(held) || 'not set'}</p>}
            {others && (
              <p className="price-others">
                {changed ? 'earlier ' : 'new, was '}
                {priceText(meanwhile[name]) || 'not set'}
              </p>
            )}
            {saving !== undefined && !(changed && others) && <p className="price-saving">saves {priceText(saving)}</p>}
          </>
        )}
      </div>
    </td>
  )
}

/** Returns what paying by the year saves, while either of the two prices is edited. */
function useSaving({ locationId, planId, period }: PriceCell): number | undefined {
  const amounts = useStore($wouldHold)
  if (period !== 'annual') return undefined
  const month = amounts[cellName({ locationId, planId, period: 'monthly' })]
  const year = amounts[cellName({ locationId, planId, period })]
  const saving = month && year ? times(month as Paisa, 12) - year : 0
  return saving > 0 ? saving : undefined
}

/** How many prices a location has: so far is the same price of the next one. */
const ROW = PRICE_CELLS.findIndex(({ locationId }) => locationId !== PRICE_CELLS[0]?.locationId)

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -ROW, ArrowDown: ROW, ArrowLeft: -1, ArrowRight: 1 }

/** Arrows and Enter go to the neighbour, left and right only from the edge of the text; folded rows are passed over. */
function move(event: KeyboardEvent<HTMLInputElement>, cell: PriceCell): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const step = event.key === 'Enter' ? (event.shiftKey ? -ROW : ROW) : STEPS[event.key]
  if (step === undefined || (event.shiftKey && event.key !== 'Enter')) return
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const whole = selectionStart === 0 && selectionEnd === value.length
  const edge = step < 0 ? selectionEnd === 0 : selectionStart === value.length
  if (Math.abs(step) === 1 && !whole && !edge) return
  event.preventDefault()
  const at = PRICE_CELLS.findIndex((other) => cellName(other) === cellName(cell))
  for (let next = at + step; next >= 0 && next < PRICE_CELLS.length; next += step) {
    const to = PRICE_CELLS[next]
    const field = to && document.querySelector<HTMLInputElement>(`[data-cell="${cellName(to)}"]`)
    if (!field?.checkVisibility()) continue
    field.focus()
    return
  }
}
