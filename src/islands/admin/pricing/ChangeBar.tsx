import { useStore } from '@nanostores/react'
import { Check, CircleAlert, Pencil } from 'lucide-react'
import { useRef } from 'react'
import { SmallButton } from '#islands/ui/buttons.tsx'
import { $changes, $prices, $problems, discardPrices, savePrices } from '#stores/admin/prices/prices.ts'
import { formatFailure } from '#stores/api.ts'
import { formatLocations, formatPriceCount, formatPriceName, type PriceNames } from './labels.ts'

/** Shown without changes too, to reserve its space. */
export function ChangeBar({ names }: { names: PriceNames }) {
  const { busy, saveResult, failure } = useStore($prices)
  const cells = Object.keys(useStore($changes))
  const problems = Object.entries(useStore($problems))
  const status = useRef<HTMLParagraphElement>(null)
  const save = async () => {
    const cell = await savePrices()
    if (cell) document.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`)?.focus()
    else status.current?.focus()
  }
  const discard = () => {
    discardPrices()
    status.current?.focus()
  }
  return (
    <div className={cells.length > 0 ? 'price-bar price-bar-on' : 'price-bar'}>
      <p role="status" tabIndex={-1} ref={status}>
        {failure && !failure.fields ? (
          <>
            <CircleAlert className="icon" aria-hidden="true" />
            <b>{formatFailure(failure)}</b>
            {failure.code === 'changed_meanwhile' && (
              <span>The changed prices are marked in the grid. Your own entries are still here.</span>
            )}
          </>
        ) : cells.length > 0 ? (
          <>
            <Pencil className="icon" aria-hidden="true" />
            <b>{formatPriceCount(cells.length)} changed</b>
            <span>
              {problems.length > 0
                ? `Fix before saving: ${describeProblems(problems, names)}.`
                : `${formatLocations(cells, names)}. Existing bookings keep their price.`}
            </span>
          </>
        ) : saveResult ? (
          <>
            <Check className="icon" aria-hidden="true" />
            <b>
              {saveResult === 'undone' ? 'The last change was undone.' : `Saved ${formatPriceCount(saveResult.saved)}.`}
            </b>
            <span>New bookings and the public pages use it now.</span>
          </>
        ) : (
          <span className="price-hint">
            <span className="price-keys">Arrow keys and Enter move to the next price. Esc resets a price.</span> Nothing
            changes until you save.
          </span>
        )}
      </p>
      {cells.length > 0 && (
        <p>
          <button type="button" className="button button-small button-outline" onClick={discard}>
            Discard
          </button>
          <SmallButton aria-disabled={busy} onClick={() => void save()}>
            {busy ? 'Saving…' : `Save ${formatPriceCount(cells.length)}`}
          </SmallButton>
        </p>
      )}
    </div>
  )
}

/** Names the first two cells and counts the others. */
function describeProblems(problems: readonly [string, string][], names: PriceNames): string {
  const priceNames = problems.slice(0, 2).map(([cell]) => formatPriceName(cell, names))
  const more = problems.length - priceNames.length
  return [...priceNames, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
