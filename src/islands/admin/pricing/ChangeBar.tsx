import { useStore } from '@nanostores/react'
import { Check, CircleAlert, Pencil } from 'lucide-react'
import { useRef } from 'react'
import { $changes, $prices, $problems, discardPrices, savePrices } from '#stores/admin/prices/prices.ts'
import { formatFailure } from '#stores/api.ts'
import type { PriceNames } from './labels.ts'
import { formatLocations, formatPriceCount, formatPriceName } from './labels.ts'

/** Counts what is changed and not saved. Its place is kept when there is nothing to count, so that nothing moves. */
export function ChangeBar({ names }: { names: PriceNames }) {
  const { busy, done, failure } = useStore($prices)
  const cells = Object.keys(useStore($changes))
  const wrong = Object.entries(useStore($problems))
  const told = useRef<HTMLParagraphElement>(null)
  const save = async () => {
    const cell = await savePrices()
    if (cell) document.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`)?.focus()
    else told.current?.focus()
  }
  const discard = () => {
    discardPrices()
    told.current?.focus()
  }
  return (
    <div className={cells.length > 0 ? 'price-bar price-bar-on' : 'price-bar'}>
      <p role="status" tabIndex={-1} ref={told}>
        {failure && !failure.fields ? (
          <>
            <CircleAlert className="icon" aria-hidden="true" />
            <b>{formatFailure(failure)}</b>
            {failure.code === 'changed_meanwhile' && (
              <span>It is marked in the grid; what you typed is still here.</span>
            )}
          </>
        ) : cells.length > 0 ? (
          <>
            <Pencil className="icon" aria-hidden="true" />
            <b>{formatPriceCount(cells.length)} changed</b>
            <span>
              {wrong.length > 0
                ? `To mend before saving: ${describeProblems(wrong, names)}.`
                : `${formatLocations(cells, names)}. Bookings already made keep their price.`}
            </span>
          </>
        ) : done ? (
          <>
            <Check className="icon" aria-hidden="true" />
            <b>{done === 'undone' ? 'The last change is taken back.' : `Saved ${formatPriceCount(done.saved)}.`}</b>
            <span>New bookings and the public pages have it now.</span>
          </>
        ) : (
          <span className="price-hint">
            <span className="price-keys">Arrow keys and Enter go to the next price, Esc puts one back.</span> Nothing
            changes until you save.
          </span>
        )}
      </p>
      {cells.length > 0 && (
        <p>
          <button type="button" className="button button-small button-outline" onClick={discard}>
            Discard
          </button>
          <button type="button" className="button button-small" aria-disabled={busy} onClick={() => void save()}>
            {busy ? 'Saving…' : `Save ${formatPriceCount(cells.length)}`}
          </button>
        </p>
      )}
    </div>
  )
}

/** The first few by name, so that nobody has to look for them. */
function describeProblems(wrong: readonly [string, string][], names: PriceNames): string {
  const named = wrong.slice(0, 2).map(([cell]) => formatPriceName(cell, names))
  const more = wrong.length - named.length
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
