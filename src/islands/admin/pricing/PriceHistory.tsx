import { useStore } from '@nanostores/react'
import { ArrowRight, Undo2 } from 'lucide-react'
import type { PriceRevision } from '#contract/admin/prices.ts'
import { formatInstant } from '#domain/calendar.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { $priceHistory, loadOlderPrices, readPriceHistory } from '#stores/admin/prices/price-history.ts'
import { $prices, formatPriceInput, undoPrices } from '#stores/admin/prices/prices.ts'
import { LoadError } from '../load-states.tsx'
import { formatPriceName, type PriceNames } from './labels.ts'

export function PriceHistory({ names }: { names: PriceNames }) {
  const { items, next, busy, failure } = useStore($priceHistory)
  const { busy: saving } = useStore($prices)
  const [last] = items ?? []
  return (
    <section aria-labelledby="price-history">
      <div className="admin-head-row admin-section-head">
        <h2 id="price-history" className="heading-4">
          History
        </h2>
        {last && (
          <QuietButton aria-disabled={saving} onClick={() => void undoPrices(last)}>
            <Undo2 className="icon" aria-hidden="true" />
            Undo the last change
          </QuietButton>
        )}
      </div>
      {failure && <LoadError failure={failure} onRetry={() => void (items ? loadOlderPrices() : readPriceHistory())} />}
      {items?.length === 0 && <p className="mute price-none">No price has been changed yet.</p>}
      {items && items.length > 0 && (
        <ol className="price-history">
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
    <li>
      <p>
        <b>{by}</b>
        {undoes !== null && ' undid the previous change'}
        <time className="mute num" dateTime={createdAt}>
          {formatInstant(Date.parse(createdAt))}
        </time>
      </p>
      <ul>
        {changes.map(({ cell, before, after }) => (
          <li key={cell}>
            {formatPriceName(cell, names)}
            <span className="num">
              <span className="visually-hidden">from </span>
              <s>{formatPriceInput(before) || 'not set'}</s>
              <ArrowRight className="icon" aria-hidden="true" />
              <span className="visually-hidden"> to </span>
              <b>{formatPriceInput(after) || 'not set'}</b>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
