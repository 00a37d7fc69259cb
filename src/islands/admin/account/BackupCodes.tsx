import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SmallButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { CopyButton } from '../CopyButton.tsx'

export function BackupCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="account-codes">
      <h3 ref={heading} tabIndex={-1}>
        Your backup codes
      </h3>
      <Note className="note-warm" icon={CircleAlert}>
        These codes are shown only once. Each code signs you in once when you do not have your phone. Print them, or
        store them with your passwords.
      </Note>
      <ul className="num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="account-row">
        <SmallButton onClick={done}>I have stored them</SmallButton>
        <CopyButton text={codes.join('\n')}>Copy all</CopyButton>
      </div>
    </div>
  )
}
