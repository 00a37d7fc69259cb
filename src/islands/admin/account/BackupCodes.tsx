import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { CopyButton } from '../CopyButton.tsx'

/** Shown once: where they are kept is for their owner to choose. */
export function BackupCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="account-codes">
      <h3 ref={heading} tabIndex={-1}>
        Your backup codes
      </h3>
      <p className="note note-warm">
        <CircleAlert className="icon" aria-hidden="true" />
        <span>
          They are shown this once. Each signs you in one time when you do not have your telephone: print them, or keep
          them where you keep your passwords.
        </span>
      </p>
      <ul className="num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="account-row">
        <button type="button" className="button button-small" onClick={done}>
          I have kept them
        </button>
        <CopyButton text={codes.join('\n')}>Copy all</CopyButton>
      </div>
    </div>
  )
}
