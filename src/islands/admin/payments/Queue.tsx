import { useStore } from '@nanostores/react'
import { npr, type Paisa } from '#domain/money.ts'
import { WAITING, WAITING_GROUP_IDS, WAITING_GROUP_LABELS, waitingGroup } from '#domain/waiting.ts'
import { $keys } from '#stores/admin/keys.ts'
import { $group, type Queue as Listed } from '#stores/admin/payments/queue.ts'
import { pick, showGroup } from '#stores/admin/payments/screen.ts'
import { Empty } from '../Empty.tsx'
import { SelectField } from '../list/SelectField.tsx'
import { AttentionTag } from '../StateTag.tsx'
import { when } from './words.ts'
import './queue.css'

interface Props {
  queue: Listed
  /** Id of the payment in sight. */
  shown: string | undefined
  methods: Readonly<Record<string, string>>
}

/** What waits longest stands first; what is done stays where it stood. */
export function Queue({ queue: { items = [], more, counts }, shown, methods }: Props) {
  const group = useStore($group)
  return (
    <section className="verify-queue" aria-label="Payments that wait">
      {counts && (
        <SelectField
          id="payments-waits"
          label="What waits"
          all={`All that wait (${counts.all})`}
          options={Object.fromEntries(
            WAITING_GROUP_IDS.map((id) => [id, `${WAITING_GROUP_LABELS[id]} (${counts[id]})`]),
          )}
          value={group ?? ''}
          onChange={(value) => showGroup(waitingGroup(value))}
        />
      )}
      {items.length === 0 && <Empty title="No payments wait.">Payments that need a person appear here.</Empty>}
      <ol>
        {items.map(({ payment, waits, seenBefore, since, done }) => (
          <li key={payment.paymentId}>
            <button
              id={`payment-${payment.paymentId}`}
              type="button"
              aria-current={payment.paymentId === shown ? 'true' : undefined}
              data-done={done || undefined}
              onClick={() => pick(payment.paymentId)}
            >
              <span className="verify-who">
                <b>{payment.customerName}</b>
                <span className="num">{npr(payment.amount as Paisa)}</span>
              </span>
              <small>
                {methods[payment.method] ?? payment.method}, {when(since)}
              </small>
              <span className="verify-why">
                {done ? (
                  <span className="tag">Done</span>
                ) : (
                  waits.map((why) => <Why key={why} why={why} owed={payment.owed} />)
                )}
                {!done && seenBefore && <AttentionTag attention="receipt_seen" />}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {more && <p className="small mute verify-more">More wait: they follow as these are done.</p>}
      {items.length > 0 && <KeySwitch />}
    </section>
  )
}

const MONEY_GONE = [
  'went_back',
  'disputed',
  'refund_failed',
  'owed',
  'mismatch',
  'needs_decision',
  'after_cancel',
  'paid_twice',
]

export const Why = ({ why, owed }: { why: keyof typeof WAITING; owed: number }) => (
  <span className={MONEY_GONE.includes(why) ? 'tag tag-no' : 'tag tag-wait'}>
    {why === 'owed' ? `${WAITING[why]}: ${npr(owed as Paisa)}` : WAITING[why]}
  </span>
)

function KeySwitch() {
  const on = useStore($keys, { ssr: 'initial' })
  return (
    <label className="verify-keys">
      <input type="checkbox" checked={on} onChange={({ target }) => $keys.set(target.checked)} />
      <span>
        Keys: <kbd>A</kbd> approve, <kbd>R</kbd> reject, <kbd>J</kbd> next, <kbd>K</kbd> back
      </span>
    </label>
  )
}
