import { useStore } from '@nanostores/react'
import { $changes, $prices, $problems, $unusualPrices, discardPrices, savePrices } from '#stores/admin/prices/prices.ts'
import { SaveBar } from '../SaveBar.tsx'
import { describeSaveFailure, SAVED_TEXT } from '../save-messages.ts'
import { formatLocations, formatPriceCount, formatPriceName, type PriceNames } from './labels.ts'

export function ChangeBar({ names }: { names: PriceNames }) {
  const { busy, saveResult, failure } = useStore($prices)
  const cells = Object.keys(useStore($changes))
  const problems = Object.keys(useStore($problems))
  const unusual = useStore($unusualPrices)
  const save = async () => {
    const cell = await savePrices()
    if (cell) document.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`)?.focus()
  }
  const savedTitle =
    saveResult === 'undone'
      ? 'The last change was undone.'
      : saveResult && `Saved ${formatPriceCount(saveResult.saved)}.`
  return (
    <SaveBar
      changes={cells.length > 0 ? formatPriceCount(cells.length) : undefined}
      busy={busy}
      problem={describeSaveFailure(
        failure,
        'The changed prices are marked in the grid. Your own entries are still here.',
      )}
      unsaved={{
        title: `${formatPriceCount(cells.length)} changed`,
        text:
          problems.length > 0
            ? `Fix before saving: ${listPrices(problems, names)}.`
            : `${describeUnusual(unusual, names)}Prices of ${formatLocations(cells, names)} change. Existing bookings keep theirs.`,
      }}
      saved={savedTitle ? { title: savedTitle, text: SAVED_TEXT } : undefined}
      save={save}
      discard={discardPrices}
    >
      <span className="no-hover:hidden">Arrow keys and Enter move to the next price. Esc resets a price.</span>
      {' Nothing changes until you save.'}
    </SaveBar>
  )
}

/** Ends with a space; empty if no price is unusual. */
const describeUnusual = (cells: readonly string[], names: PriceNames): string =>
  cells.length === 0 ? '' : `Please check, the price changes a lot: ${listPrices(cells, names)}. `

/** Names the first two cells and counts the others. */
function listPrices(cells: readonly string[], names: PriceNames): string {
  const priceNames = cells.slice(0, 2).map((cell) => formatPriceName(cell, names))
  const more = cells.length - priceNames.length
  return [...priceNames, ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
