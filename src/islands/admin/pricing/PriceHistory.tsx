import { useStore } from '@nanostores/react'
import { ArrowRight, Undo2 } from 'lucide-react'
import type { PriceRevision } from '#contract/admin/prices.ts'
import { formatInstant } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { $priceHistory, loadOlderPrices, readPriceHistory } from '#stores/admin/prices/price-history.ts'
import { $changes, $prices, formatPriceInput, undoPrices } from '#stores/admin/prices/prices.ts'
import { EmptyState, LoadError } from '../load-states.tsx'
import { formatPriceName, type PriceNames } from './labels.ts'

export function PriceHistory({ names }: { names: PriceNames }) {
  const { items, next, busy, failure } = useStore($priceHistory)
  const { busy: saving } = useStore($prices)
  const hasChanges = Object.keys(useStore($changes)).length > 0
  const [last] = items ?? []
  return (
    <section aria-labelledby="price-history">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-3 max-sm:gap-y-3.5">
        <h2 id="price-history" className="heading-4">
          History
        </h2>
        {/* Beside unsaved changes, it could be taken for their undo. */}
        {last && !hasChanges && (
          <QuietButton aria-disabled={saving} onClick={() => void undoPrices(last)}>
            <Undo2 className="icon" aria-hidden="true" />
            Undo the last change
          </QuietButton>
        )}
      </div>
      {failure && <LoadError failure={failure} onRetry={() => void (items ? loadOlderPrices() : readPriceHistory())} />}
      {items?.length === 0 && (
        <EmptyState title="No price has been changed yet." isPart>
          Saved changes appear here, and you can undo the last one.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <ol className="mt-2 mb-4 border-ledge border-t-2">
          {items.map((revision) => (
            <RevisionItem key={revision.version} revision={revision} names={names} />
          ))}
        </ol>
      )}
      {next && (
        <QuietButton aria-disabled={busy} onClick={() => void loadOlderPrices()}>
          {busy ? 'Loading…' : 'Show older'}
        </QuietButton>
      )}
    </section>
  )
}

function RevisionItem({ revision, names }: { revision: PriceRevision; names: PriceNames }) {
  const { by, createdAt, undoes, changes } = revision
  return (
    <li className="grid grid-cols-2-3 gap-x-6 gap-y-1.5 border-line border-b py-3 max-sm:grid-cols-1">
      <p>
        <b>{by}</b>
        {undoes !== null && ' undid the previous change'}
        <time className="mute num block" dateTime={createdAt}>
          {formatInstant(Date.parse(createdAt))}
        </time>
      </p>
      <ul className="grid gap-1.5">
        {changes.map(({ cell, before, after }) => (
          <li key={cell} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
            {formatPriceName(cell, names)}
            <span className="num inline-flex items-center gap-2">
              <span className="visually-hidden">from </span>
              <s className="text-ink-3">{formatPriceInput(before) || 'not set'}</s>
              <ArrowRight className="icon size-em text-ink-3" aria-hidden="true" />
              <span className="visually-hidden"> to </span>
              <b>{formatPriceInput(after) || 'not set'}</b>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
