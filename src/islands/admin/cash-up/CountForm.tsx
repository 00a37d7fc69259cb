import { CircleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CASH_UP_MESSAGES } from '#contract/admin/till.ts'
import { formatAmount, type Paisa, readRupees, toDecimalRupees } from '#domain/money.ts'
import type { DeskMethod } from '#domain/payment.ts'
import { calculateExpected, hasDifference, needsApproval } from '#domain/till.ts'
import { QuietButton } from '#islands/ui/buttons.tsx'
import { Field } from '#islands/ui/Field.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { saveCount } from '#stores/admin/desk/cash-up.ts'
import { Alert } from '../../ui/Alert.tsx'
import { TaskForm } from '../form/Form.tsx'
import { bindFields, TextField } from '../form/fields.tsx'
import { ReasonField } from '../form/ReasonField.tsx'
import { COMPACT_FIELDS } from '../list/compact-fields.ts'
import { useFormDraft } from '../useFormDraft.ts'
import { useTask } from '../useTask.ts'
import { formatDifferences } from './format-differences.ts'
import { ExpectedNote, TillTable } from './TillTable.tsx'
import { getTillHeadingId, type TillProps } from './till-props.ts'

const AMOUNT_LABELS = {
  opening: 'Opening float (NPR)',
  cash: 'Counted cash (NPR)',
  counter_qr: 'Paid by QR code (NPR)',
  card_terminal: 'Card slips (NPR)',
  banked: 'Taken to the bank (NPR)',
} as const
type AmountField = keyof typeof AMOUNT_LABELS
const AMOUNT_FIELDS = Object.keys(AMOUNT_LABELS) as AmountField[]

type Values = Record<AmountField, string> & { reason: string; signedName: string }

const isBesideTable = (name: AmountField) => name === 'opening' || name === 'banked'

const AMOUNT_MISSING = 'Enter an amount, or 0'

interface Props extends TillProps {
  /** Leaves a count that was opened again. */
  cancel: (() => void) | undefined
}

/** Counts the till, and signs it. */
export function CountForm({ day: { locationId, date }, person, cancel }: Props) {
  const { staffId, version, movements, float } = person
  const isFirst = float === null
  const isReopened = cancel !== undefined
  const fields = isFirst ? AMOUNT_FIELDS : AMOUNT_FIELDS.filter((name) => name !== 'opening')
  const task = useTask()
  const { form } = task
  useEffect(() => {
    if (isReopened) form.current?.querySelector<HTMLElement>('input')?.focus()
  }, [form, isReopened])
  const initial = getInitialValues(person)
  const [values, setValues] = useFormDraft<Values>(`cash-up/${locationId}/${date}/${staffId}/${version}`, initial)
  // A focused field stays, even when its text is deleted.
  const [isReasonFocused, setReasonFocused] = useState(false)
  const discard = () => {
    setValues(initial)
    cancel?.()
  }
  const field = bindFields(values, (changed) => setValues({ ...values, ...changed }), task.fields)
  // The float changes when another person signs, without a new version of this count.
  const amounts = readAmounts(float === null ? values : { ...values, opening: toDecimalRupees(float) })
  const till = amounts && { expected: calculateExpected(amounts.opening, movements), counted: amounts }
  const opening = float ?? readRupees(values.opening)
  const counted = {
    // Without the opening float, the expected cash is unknown.
    cash: opening === undefined ? undefined : readRupees(values.cash),
    counter_qr: readRupees(values.counter_qr),
    card_terminal: readRupees(values.card_terminal),
  }
  const isReasonRequired = till !== undefined && hasDifference(till)
  const send = async (isSigned: boolean) => {
    const missing = fields.filter((name) => readRupees(values[name]) === undefined)
    if (!amounts)
      return task.setFieldErrors({
        ...Object.fromEntries(missing.map((name) => [name, AMOUNT_MISSING])),
        ...(isSigned && values.signedName.trim() === '' && { signedName: CASH_UP_MESSAGES.name }),
      })
    const { opening, banked, ...counted } = amounts
    const { reason, signedName } = values
    const saved = await task.run(() =>
      saveCount({
        ...{ locationId, date, staffId, version, banked, counted, reason },
        ...(isFirst && { opening }),
        ...(isSigned && { signedName }),
      }),
    )
    // This form is gone with its version.
    if (saved) document.getElementById(getTillHeadingId(staffId))?.focus()
  }
  return (
    <TaskForm
      task={task}
      title={`Count of ${person.name}`}
      className={`grid max-w-700px gap-3.5 empty-alerts:absolute print:hidden ${COMPACT_FIELDS}`}
      button="Sign cash-up"
      send={() => send(true)}
      {...(cancel && { cancel: discard })}
      beside={
        <QuietButton busy={task.busy} onClick={() => void send(false)}>
          Save without signing
        </QuietButton>
      }
    >
      <Alert problem={task.problem} />
      <TillTable
        name={person.name}
        expected={opening === undefined ? person.expected : calculateExpected(opening, movements)}
        counted={counted}
        renderCounted={(method) => {
          const { onChange, error, ...input } = field(method)
          return (
            <Field
              id={`till-${staffId}-${method}`}
              label={AMOUNT_LABELS[method]}
              isLabelHidden
              // An error is wider than its field.
              className="ml-auto w-30 grid-cols-1 justify-items-end whitespace-nowrap max-400:w-24"
              error={error}
            >
              {(control) => (
                <input
                  className="right"
                  inputMode="decimal"
                  autoComplete="off"
                  {...control}
                  {...input}
                  onChange={({ target }) => onChange(target.value)}
                />
              )}
            </Field>
          )
        }}
      />
      <ExpectedNote date={date} />
      <div className={`grid gap-3.5 ${isFirst ? 'sm:grid-cols-2 sm:items-end' : 'sm:inputs:max-w-86'}`}>
        {fields.filter(isBesideTable).map((name) => (
          <TextField
            key={name}
            id={`till-${staffId}-${name}`}
            inputMode="decimal"
            label={AMOUNT_LABELS[name]}
            hint={name === 'banked' && 'Count first; this money is included in what you counted.'}
            {...field(name)}
          />
        ))}
      </div>
      <div role="status">
        {till && isReasonRequired && (
          <Note className="note-bad" icon={CircleAlert}>
            Difference: {formatDifferences(till)}.
            {needsApproval(till) &&
              ' Did you count the opening float and all notes? A manager must approve this difference.'}
          </Note>
        )}
      </div>
      <div className="grid gap-3.5 sm:grid-cols-2">
        {(isReasonRequired || isReasonFocused || values.reason || task.fields.reason) && (
          <ReasonField
            id={`till-${staffId}-reason`}
            label="Reason for the difference"
            optional={!isReasonRequired}
            onFocus={() => setReasonFocused(true)}
            onBlur={() => setReasonFocused(false)}
            {...field('reason')}
          />
        )}
        <TextField id={`till-${staffId}-name`} label="Your name, to sign" maxLength={100} {...field('signedName')} />
      </div>
    </TaskForm>
  )
}

/** Without a count, only what has to be counted is empty. */
function getInitialValues({ opening, float, count, expected }: TillProps['person']): Values {
  const formatCounted = (method: DeskMethod) =>
    count ? formatAmount(count.counted[method]) : expected[method] === 0 ? '0' : ''
  return {
    opening: formatAmount(float ?? opening),
    cash: formatCounted('cash'),
    counter_qr: formatCounted('counter_qr'),
    card_terminal: formatCounted('card_terminal'),
    banked: count ? formatAmount(count.banked) : '0',
    reason: count?.reason ?? '',
    signedName: '',
  }
}

/** Undefined while an amount is missing. */
function readAmounts(values: Values): Record<AmountField, Paisa> | undefined {
  const [opening, cash, counter_qr, card_terminal, banked] = AMOUNT_FIELDS.map((name) => readRupees(values[name]))
  if (opening === undefined || cash === undefined || counter_qr === undefined) return undefined
  if (card_terminal === undefined || banked === undefined) return undefined
  return { opening, cash, counter_qr, card_terminal, banked }
}
