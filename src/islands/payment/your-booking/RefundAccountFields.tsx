import { useEffect, useRef } from 'react'
import { Choice, ChoiceText } from '#islands/ui/Choice.tsx'
import { Field } from '#islands/ui/Field.tsx'
import type { RefundAccountDraft } from '#stores/payment/cancel.ts'

interface Props {
  account: RefundAccountDraft
  change: (account: RefundAccountDraft) => void
  /** Messages by field of the API. */
  fields: Readonly<Record<string, string>>
  /** Removes the messages, which are about the chosen kind. */
  clearMessages: () => void
  /** The account can also be entered later. Otherwise the heading of the page asks for it. */
  canFollow?: boolean
}

const KINDS = { bank: 'Bank account', wallet: 'eSewa, Khalti or another wallet', later: 'I will enter it later' }

/** Where to send a refund that does not go back to the payer automatically. */
export function RefundAccountFields({ account, change, fields, clearMessages, canFollow = false }: Props) {
  const { kind } = account
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useEffect(() => fieldset.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [fields])
  const set = (changes: Partial<RefundAccountDraft>) => change({ ...account, ...changes })
  const kinds = (['bank', 'wallet', 'later'] as const).filter((kind) => canFollow || kind !== 'later')
  return (
    <fieldset className="grid max-w-measure gap-4" ref={fieldset}>
      <legend className={canFollow ? 'mb-2 font-strong text-small' : 'visually-hidden'}>
        Where should we send the refund?
      </legend>
      <div className="grid gap-2.5">
        {kinds.map((id) => (
          <Choice
            key={id}
            centered
            name="refund-kind"
            value={id}
            checked={id === kind}
            onChange={() => {
              clearMessages()
              set({ kind: id })
            }}
          >
            <ChoiceText name={KINDS[id]} size="text-body">
              {null}
            </ChoiceText>
          </Choice>
        ))}
      </div>
      {kind !== 'later' && (
        <>
          <TextInput
            id="refund-provider"
            label={kind === 'bank' ? 'Bank' : 'Wallet'}
            error={fields[kind]}
            value={account[kind]}
            onChange={(provider) => set({ [kind]: provider })}
          />
          <TextInput
            id="refund-account-number"
            label={kind === 'bank' ? 'Account number' : 'Phone number or email of the wallet'}
            error={fields.account}
            value={account.account}
            onChange={(typed) => set({ account: typed })}
          />
          <TextInput
            id="refund-name"
            label="Name of the account holder"
            autoComplete="name"
            error={fields.name}
            value={account.name}
            onChange={(name) => set({ name })}
          />
        </>
      )}
      <p className="hint">
        Only managers see the account. We email it to you with most of its digits hidden, and delete it 90 days after
        the refund.
      </p>
    </fieldset>
  )
}

interface TextInputProps {
  id: string
  label: string
  autoComplete?: string
  error: string | undefined
  value: string
  onChange: (value: string) => void
}

const TextInput = ({ id, label, autoComplete = 'off', error, value, onChange }: TextInputProps) => (
  <Field id={id} label={label} error={error}>
    {(control) => (
      <input
        {...control}
        autoComplete={autoComplete}
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
