import { useStore } from '@nanostores/react'
import { Check, CircleAlert, Pencil } from 'lucide-react'
import { useRef } from 'react'
import { $changes, $prices, $problems, discardPrices, savePrices } from '#stores/admin/prices/prices.ts'
import { formatFailure } from '#stores/api.ts'
import { SaveBar } from '../SaveBar.tsx'
import { formatLocations, formatPriceCount, formatPriceName, type PriceNames } from './labels.ts'

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
    <SaveBar
      changes={cells.length > 0 ? formatPriceCount(cells.length) : undefined}
      busy={busy}
      status={status}
      save={save}
      discard={discard}
    >
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
        <span className="text-ink-3">
          <span className="no-hover:hidden">Arrow keys and Enter move to the next price. Esc resets a price.</span>
          {' Nothing changes until you save.'}
        </span>
      )}
    </SaveBar>
  )
}

/** Names the first two cells and counts the others. */
function describeProblems(problems: readonly [string, string][], names: PriceNames): string {
  const priceNames = problems.slice(0, 2).map(([cell]) => formatPriceName(cell, names))
  const more = problems.length - priceNames.length
  return [...priceNames, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
