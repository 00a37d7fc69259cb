import { useStore } from '@nanostores/react'
import { Check, CircleAlert } from 'lucide-react'
import type { ChainCheck } from '#contract/admin/audit.ts'
import { formatInstant } from '#domain/calendar.ts'
import { LinkButton } from '#islands/ui/buttons.tsx'
import { $logCheck, checkAuditLog } from '#stores/admin/audit.ts'
import { formatCount } from '../format-count.ts'
import { formatTimestamp } from '../format-timestamp.ts'

/** The result of the last check of the log, which also runs daily. */
export function ChainStatus({ last }: { last: ChainCheck | null }) {
  const { busy, result, problem } = useStore($logCheck)
  const check = result ?? last
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="small" role="status">
        {problem ?? (check ? <ChainResult check={check} isNew={result !== undefined} /> : 'Not checked yet.')}
      </p>
      <LinkButton className="link min-h-11 text-small" aria-disabled={busy} onClick={() => void checkAuditLog()}>
        {busy ? 'Checking…' : check ? 'Check again' : 'Check now'}
      </LinkButton>
    </div>
  )
}

function ChainResult({ check: { checked, brokenAt, at }, isNew }: { check: ChainCheck; isNew: boolean }) {
  if (brokenAt !== null)
    return (
      <span className="error">
        <CircleAlert className="icon" aria-hidden="true" />
        Entry {brokenAt} was changed or deleted outside this software (found {formatInstant(Date.parse(at))}).
      </span>
    )
  return (
    <span className={isNew ? 'font-strong text-pipal' : 'mute'}>
      {isNew && <Check className="icon inline align-icon" aria-hidden="true" />}{' '}
      {checked === 0
        ? 'No entries'
        : `No entry has been changed or deleted (${formatCount(checked, 'entry', 'entries')} checked)`}
      , {isNew ? 'just now' : formatTimestamp(at)}
    </span>
  )
}
