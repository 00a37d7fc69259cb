import { useStore } from '@nanostores/react'
import type { PaymentView } from '#contract/admin/payments.ts'
import type { RefundView } from '#contract/admin/refunds.ts'
import { formatDate, formatInstant, type IsoDate } from '#domain/calendar.ts'
import { npr, type Paisa, toDecimalRupees } from '#domain/money.ts'
import { isOpenRefund, REFUND_LABELS } from '#domain/refund.ts'
import { Field, TextField } from '#islands/ui/Field.tsx'
import { $action, getDraftName, openForm } from '#stores/admin/payments/edit.ts'
import { canCancelBooking, type RefundDraft, resolveRefund, sendRefund } from '#stores/admin/payments/refund.ts'
import { canDecide } from '#stores/admin/payments/screen.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { ActionForm } from './ActionForm.tsx'
import { AmountField } from './AmountField.tsx'
import { formatTimestamp } from './format-date.ts'
import { ReasonField } from './ReasonField.tsx'

interface Props {
  view: PaymentView
  methods: Readonly<Record<string, string>>
}

/** What went back of a payment, what still can, and the rule for it. */
export function Refunds({ view, methods }: Props) {
  const { form, busy } = useStore($action)
  const { refunds, payment } = view
  const isSending = form !== undefined && busy
  if (refunds.items.length === 0 && refunds.left <= 0) return null
  const may = canDecide() && refunds.ways.length > 0
  return (
    <section className="verify-refunds" aria-labelledby="refunds">
      <h3 id="refunds">Refunds</h3>
      {refunds.items.length > 0 && (
        <ul>
          {refunds.items.map((refund) => (
            <RefundItem
              key={refund.refundId}
              view={view}
              refund={refund}
              method={methods[payment.method] ?? payment.method}
            />
          ))}
        </ul>
      )}
      {refunds.left > 0 && (
        <>
          <RefundRule view={view} />
          {may && form !== 'refund' && (
            <button
              type="button"
              className="button button-quiet button-small"
              aria-disabled={isSending || undefined}
              onClick={() => !isSending && openForm('refund')}
            >
              Send money back
            </button>
          )}
          {may && form === 'refund' && <RefundForm view={view} methods={methods} />}
        </>
      )}
    </section>
  )
}

function RefundRule({ view: { rule, refunds, guaranteeUntil, payment, hasEmail } }: { view: PaymentView }) {
  const until = formatInstant(Date.parse(rule.until))
  return (
    <p className="small soft">
      {payment.owed > 0
        ? `${payment.bookingState === 'cancelled' ? 'The booking was cancelled in time' : 'The booking was paid twice'}${hasEmail ? ', and the customer was told that' : ':'} ${npr(payment.owed as Paisa)} goes back.`
        : rule.due > 0
          ? `Cancelled before ${until}, everything goes back: ${npr(rule.due as Paisa)} now.`
          : `Since ${until} nothing goes back by itself. You may decide otherwise: say why.`}{' '}
      {guaranteeUntil && `A first membership: the guarantee runs until ${formatDate(guaranteeUntil as IsoDate)}. `}
      {payment.bookingState === 'needs_decision' &&
        `When all ${npr(refunds.left as Paisa)} has gone, the booking is cancelled.`}
    </p>
  )
}

function RefundForm({ view, methods }: Props) {
  const { busy, fields } = useStore($action)
  const { refunds, rule, payment } = view
  const due = payment.owed || rule.due || refunds.left
  const [typed, setTyped] = useFormDraft<RefundDraft>(getDraftName(view, 'refund'), {
    way: refunds.ways[0] ?? 'manual',
    rupees: toDecimalRupees(due as Paisa),
    reason: '',
    reference: '',
    cancelBooking: true,
  })
  const set = (change: Partial<RefundDraft>) => setTyped({ ...typed, ...change })
  const { way, rupees, reason, reference, cancelBooking } = typed
  const labels = { gateway: `By ${methods[payment.method] ?? payment.method}`, manual: 'Sent by hand: record it' }
  return (
    <ActionForm
      title="Send money back"
      label={way === 'manual' ? 'Record the refund' : 'Send it back'}
      busy={busy}
      send={() => sendRefund(view, typed)}
    >
      <div className="verify-pair">
        <Field id="refund-way" label="Way" error={fields.way}>
          {(control) => (
            <select
              {...control}
              value={way}
              onChange={({ target }) => set({ way: target.value as RefundDraft['way'] })}
            >
              {refunds.ways.map((each) => (
                <option key={each} value={each}>
                  {labels[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <AmountField
          id="refund-amount"
          label="Amount (NPR)"
          error={fields.amount}
          value={rupees}
          onChange={(rupees) => set({ rupees })}
        />
      </div>
      <ReasonField
        id="refund-reason"
        label="Why"
        error={fields.reason}
        value={reason}
        onChange={(reason) => set({ reason })}
      />
      {way === 'manual' && (
        <TextField
          id="refund-reference"
          label="Number of your transfer"
          optional
          error={fields.reference}
          maxLength={100}
          value={reference}
          onChange={(reference) => set({ reference })}
        />
      )}
      {canCancelBooking(view, rupees) && (
        <label className="admin-check">
          <input
            type="checkbox"
            checked={cancelBooking}
            onChange={({ target }) => set({ cancelBooking: target.checked })}
          />
          <span>
            <b>and cancel the booking</b>
            <span className="hint">Its seats are released, and the customer gets an email.</span>
          </span>
        </label>
      )}
    </ActionForm>
  )
}

function RefundItem({ view, refund, method }: { view: PaymentView; refund: RefundView; method: string }) {
  const { form, busy } = useStore($action)
  const isSending = form !== undefined && busy
  const { refundId, way, state, amount, reason, reference, answer, by, createdAt } = refund
  const ways = { gateway: `by ${method}`, manual: 'by hand', outside: `at ${method}, not from here` }
  const open = isOpenRefund(state)
  return (
    <li>
      <p>
        <b className="num">{npr(amount as Paisa)}</b> {ways[way]}{' '}
        <span className={state === 'failed' ? 'tag tag-no' : open ? 'tag tag-wait' : 'tag tag-ok'}>
          {REFUND_LABELS[state]}
        </span>
      </p>
      <p className="small mute">
        {[formatTimestamp(createdAt), by, reference, reason, answer].filter(Boolean).join(', ')}
      </p>
      {open && canDecide() && form !== 'refund_ended' && (
        <button
          type="button"
          className="button button-quiet button-small"
          aria-disabled={isSending || undefined}
          onClick={() => !isSending && openForm('refund_ended')}
        >
          Say how it ended
        </button>
      )}
      {open && form === 'refund_ended' && <RefundOutcomeForm view={view} refundId={refundId} />}
    </li>
  )
}

/** The gateway never said: somebody has looked there. */
function RefundOutcomeForm({ view, refundId }: { view: PaymentView; refundId: string }) {
  const { busy, fields } = useStore($action)
  const [said, setSaid] = useFormDraft(getDraftName(view, `refund_ended/${refundId}`), { went: true, reason: '' })
  return (
    <ActionForm title="How the refund ended" label="Settle it" busy={busy} send={() => resolveRefund(refundId, said)}>
      <Field id="refund-went" label="At the gateway it">
        {(control) => (
          <select
            {...control}
            value={said.went ? 'yes' : 'no'}
            onChange={({ target }) => setSaid({ ...said, went: target.value === 'yes' })}
          >
            <option value="yes">went: the money is back with the customer</option>
            <option value="no">did not go: it can be sent another way</option>
          </select>
        )}
      </Field>
      <ReasonField
        id="refund-seen"
        label="Where you looked"
        error={fields.reason}
        value={said.reason}
        onChange={(reason) => setSaid({ ...said, reason })}
      />
    </ActionForm>
  )
}
