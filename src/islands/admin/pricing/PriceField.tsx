import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useState } from 'react'
import { type Paisa, paisa, times } from '#domain/money.ts'
import { canBeEmpty, cellName, PRICE_CELLS, type PriceCell } from '#domain/price-list.ts'
import {
  $changes,
  $prices,
  $pricesAfterSave,
  $problems,
  $unusualPrices,
  commitPrice,
  editPrice,
  formatPriceInput,
  resetPrice,
} from '#stores/admin/prices/prices.ts'
import { formatPlanPeriod, formatPriceName, type PriceNames } from './labels.ts'
import { getPlanLine } from './plan-line.ts'

const UNCHANGED_CLASSES =
  'border-b border-line-3 lg:border-x-transparent lg:border-t-transparent max-lg:bg-paper-raised'
const CHANGED_CLASSES = 'border-b-3 border-marigold bg-marigold-wash'
const WRONG_CLASSES = 'border-b-3 border-danger bg-danger-wash'

export function PriceField({ cell, names }: { cell: PriceCell; names: PriceNames }) {
  const name = cellName(cell)
  const { list, inputs, changedByOthers } = useStore($prices)
  const changed = useStore($changes)[name] !== undefined
  const isUnusual = useStore($unusualPrices).includes(name)
  const problem = useStore($problems)[name]
  const savedAmount = list?.amounts[name] ?? null
  const saving = useAnnualSaving(cell)
  // Errors are hidden while the user types.
  const [isTyping, setTyping] = useState(false)
  const shownProblem = isTyping ? undefined : problem
  const isChangedByOthers = changedByOthers[name] !== undefined
  return (
    <td
      className={`max-lg:nth-2:col-span-full max-lg:nth-2:w-third max-lg:before:mb-0.5 max-lg:before:block max-lg:before:text-12 max-lg:before:text-ink-3 max-lg:before:leading-120 max-lg:before:content-data-label lg:border-b lg:border-b-line-2 lg:px-0.75 lg:pt-2.5 lg:pb-1.5 lg:align-top ${getPlanLine(cell.planId, cell.period)}`}
      data-label={formatPlanPeriod(cell, names)}
    >
      <input
        className={`num min-h-10 w-full min-w-0 rounded-1 border-x border-t px-1.75 text-right hover:border-line-3 hover:bg-paper-raised focus-visible:border-ink focus-visible:bg-paper-raised focus-visible:outline-offset-0 max-sm:text-16 max-lg:min-h-11 ${
          shownProblem ? WRONG_CLASSES : changed ? CHANGED_CLASSES : UNCHANGED_CLASSES
        } ${changed ? 'font-strong' : ''}`}
        data-cell={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        aria-label={`${formatPriceName(name, names)}, NPR`}
        aria-invalid={shownProblem ? true : undefined}
        aria-describedby={`${name}-notes`}
        placeholder={canBeEmpty(cell) ? 'not set' : undefined}
        value={inputs[name] ?? formatPriceInput(savedAmount)}
        onChange={(event) => {
          setTyping(true)
          editPrice(name, event.target.value)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          setTyping(false)
          commitPrice(name)
        }}
        onKeyDown={(event) => (event.key === 'Escape' ? resetPrice(name) : focusNeighbour(event, cell))}
      />
      {/* Reserves two lines, so that messages move nothing. */}
      <div className="num min-h-9 pt-0.5 pr-2 text-right text-12 text-ink-2 leading-4.25" id={`${name}-notes`}>
        {shownProblem ? (
          <p className="whitespace-normal font-med text-danger">{shownProblem}</p>
        ) : (
          <>
            {changed && (
              <p className={isUnusual ? 'font-med text-marigold-ink' : ''}>
                {isUnusual && 'check: '}was {formatPriceInput(savedAmount) || 'not set'}
              </p>
            )}
            {isChangedByOthers && (
              <p className="whitespace-normal font-med text-marigold-ink">
                {changed ? 'earlier ' : 'new, was '}
                {formatPriceInput(changedByOthers[name]) || 'not set'}
              </p>
            )}
            {saving !== undefined && !(changed && isChangedByOthers) && (
              <p className="text-pipal">saves {formatPriceInput(saving)}</p>
            )}
          </>
        )}
      </div>
    </td>
  )
}

/** Returns what paying by the year saves, while either of the two prices is edited. */
function useAnnualSaving({ locationId, planId, period }: PriceCell): Paisa | undefined {
  const amounts = useStore($pricesAfterSave)
  if (period !== 'annual') return undefined
  const month = amounts[cellName({ locationId, planId, period: 'monthly' })]
  const year = amounts[cellName({ locationId, planId, period })]
  const saving = month && year ? times(month, 12) - year : 0
  return saving > 0 ? paisa(saving) : undefined
}

/** The same price of the next location is this many cells away. */
const PRICES_PER_LOCATION = PRICE_CELLS.findIndex(({ locationId }) => locationId !== PRICE_CELLS[0]?.locationId)

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowUp: -PRICES_PER_LOCATION,
  ArrowDown: PRICES_PER_LOCATION,
  ArrowLeft: -1,
  ArrowRight: 1,
}

/** Left and right move only from the edge of the text; hidden cells are skipped. */
function focusNeighbour(event: KeyboardEvent<HTMLInputElement>, cell: PriceCell): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const step =
    event.key === 'Enter' ? (event.shiftKey ? -PRICES_PER_LOCATION : PRICES_PER_LOCATION) : KEY_STEPS[event.key]
  if (step === undefined || (event.shiftKey && event.key !== 'Enter')) return
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length
  const isAtEdge = step < 0 ? selectionEnd === 0 : selectionStart === value.length
  if (Math.abs(step) === 1 && !isAllSelected && !isAtEdge) return
  event.preventDefault()
  const index = PRICE_CELLS.findIndex((other) => cellName(other) === cellName(cell))
  for (let next = index + step; next >= 0 && next < PRICE_CELLS.length; next += step) {
    const to = PRICE_CELLS[next]
    const field = to && document.querySelector<HTMLInputElement>(`[data-cell="${cellName(to)}"]`)
    if (!field?.checkVisibility()) continue
    field.focus()
    return
  }
}
