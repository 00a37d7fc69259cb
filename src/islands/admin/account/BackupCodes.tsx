import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SmallButton } from '#islands/ui/buttons.tsx'
import { Note } from '#islands/ui/Note.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { ROW_CLASS } from './row-class.ts'

export function BackupCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="account-codes grid gap-4" data-backup-codes>
      <h3 ref={heading} className="stretch-name font-strong text-row-heading" tabIndex={-1}>
        Your backup codes
      </h3>
      <Note className="note-warm" icon={CircleAlert}>
        These codes are shown only once. Each code signs you in once when you do not have your phone. Print them, or
        store them with your passwords.
      </Note>
      <ul className="grid grid-cols-fill-170 gap-x-6 gap-y-1 border-ledge border-l-3 bg-paper-raised px-5 py-4 font-med text-body tabular-nums tracking-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={ROW_CLASS}>
        <SmallButton onClick={done}>I have stored them</SmallButton>
        <CopyButton text={codes.join('\n')}>Copy all</CopyButton>
      </div>
    </div>
  )
}
