import { useStore } from '@nanostores/react'
import { ArrowRight, Undo2 } from 'lucide-react'
import type { PriceRevision } from '#contract/admin/prices.ts'
import { formatInstant } from '#domain/calendar.ts'
import { $priceHistory, loadOlderPrices, readPriceHistory } from '#stores/admin/prices/price-history.ts'
import { $prices, formatPriceInput, undoPrices } from '#stores/admin/prices/prices.ts'
import { LoadError } from '../LoadError.tsx'
import type { PriceNames } from './labels.ts'
import { formatPriceName } from './labels.ts'

/** Every change of prices, newest first; the last one can be taken back, which is a change of its own. */
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
          <button
            type="button"
            className="button button-quiet button-small"
            aria-disabled={saving}
            onClick={() => void undoPrices(last)}
          >
            <Undo2 className="icon" aria-hidden="true" />
            Undo the last change
          </button>
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
        <button
          type="button"
          className="button button-quiet button-small"
          aria-disabled={busy}
          onClick={() => void loadOlderPrices()}
        >
          {busy ? 'Reading…' : 'Show older'}
        </button>
      )}
    </section>
  )
}

function RevisionItem({
  revision: { by, createdAt, undoes, changes },
  names,
}: {
  revision: PriceRevision
  names: PriceNames
}) {
  return (
    <li>
      <p>
        <b>{by}</b>
        {undoes !== null && ' took the change before it back'}
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
