import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { environment } from '#stores/environment.ts'

interface Props {
  /** Names the value in the button's label and in the announcement. */
  name: string
  text: string
  /** What is copied, where that is not the text shown. */
  copies?: string
}

export function Copyable({ name, text, copies = text }: Props) {
  const [copied, setCopied] = useState<boolean>()
  return (
    <span className="copyable">
      <span>{text}</span>
      <button
        type="button"
        className="icon-button no-print"
        aria-label={`Copy the ${name}`}
        onClick={async () => setCopied(await environment().copy(copies))}
      >
        {copied ? <Check className="icon" /> : <Copy className="icon" />}
      </button>
      <span className="visually-hidden" role="status">
        {copied === true && `The ${name} is copied`}
        {copied === false && `The browser did not let us copy: mark the ${name} and copy it`}
      </span>
    </span>
  )
}
