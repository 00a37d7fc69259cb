import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { npr, type Paisa, toDecimalRupees } from '#domain/money.ts'
import { IconButton } from '#islands/ui/buttons.tsx'
import { environment } from '#stores/environment.ts'

interface Props {
  /** Names the value in the button's label and in the announcement. */
  name: string
  text: string
  /** The copied text, if it differs from the one shown. */
  copiedText?: string
  className?: string | undefined
}

export function CopyableValue({ name, text, copiedText = text, className = '' }: Props) {
  const [isCopied, setCopied] = useState<boolean>()
  return (
    <span
      className={`copyable wrap-anywhere -my-2.75 -mr-3 inline-flex items-center justify-end whitespace-normal ${className}`}
    >
      <span>{text}</span>
      <IconButton
        icon={isCopied ? Check : Copy}
        className="icon-button no-print"
        aria-label={`Copy the ${name}`}
        onClick={async () => setCopied(await environment().copy(copiedText))}
      />
      <span className="visually-hidden" role="status">
        {isCopied === true && `Copied the ${name}`}
        {isCopied === false && `Your browser blocked copying. Select the ${name} and copy it`}
      </span>
    </span>
  )
}

/** Ends where copyable values do, before their icons. */
export const PlainValue = ({ children }: { children: ReactNode }) => (
  <span className="inline-block pr-8 max-xs:pr-0">{children}</span>
)

/** Copied as banking apps accept it: without separators. */
export const CopyableAmount = ({ amount, className }: Pick<Props, 'className'> & { amount: Paisa }) => (
  <CopyableValue
    className={className}
    name="amount"
    text={npr(amount)}
    copiedText={toDecimalRupees(amount).replace(/\.00$/, '')}
  />
)
