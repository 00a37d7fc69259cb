import { useStore } from '@nanostores/react'
import {
  $changes,
  $prices,
  $problems,
  $unusualPrices,
  discardPrices,
  formatPriceInput,
  savePrices,
} from '#stores/admin/prices/prices.ts'
import { SaveBar } from '../SaveBar.tsx'
import { describeSaveFailure, SAVED_TEXT } from '../save-messages.ts'
import { formatPriceCount, formatPriceName, type PriceNames } from './labels.ts'

export function ChangeBar({ names }: { names: PriceNames }) {
  const { list, busy, saveResult, failure } = useStore($prices)
  const changes = useStore($changes)
  const cells = Object.keys(changes)
  const problems = Object.keys(useStore($problems))
  const unusual = useStore($unusualPrices)
  const save = async () => {
    const cell = await savePrices()
    if (cell) document.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`)?.focus()
  }
  const describeChange = (cell: string) => {
    const amount = changes[cell]
    const [before, after] = [list?.amounts[cell] ?? null, amount === 'not_a_price' ? null : (amount ?? null)]
    const to = after === null ? 'no longer sold' : formatPriceInput(after)
    return `${formatPriceName(cell, names)}: ${formatPriceInput(before) || 'not sold'} → ${to}${unusual.some((each) => each === cell) ? ', a large change' : ''}`
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
            ? `Fix before saving: ${listFirst(problems.map((cell) => formatPriceName(cell, names)))}.`
            : `${listFirst([...new Set([...unusual, ...cells])].map(describeChange))}. Existing bookings keep their prices.`,
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

/** Lists the first two and counts the others. */
function listFirst(texts: readonly string[]): string {
  const more = texts.length - 2
  return [...texts.slice(0, 2), ...(more > 0 ? [`${more} more`] : [])].join('; ')
}
