import { useStore } from '@nanostores/react'
import { CircleAlert, Link } from 'lucide-react'
import type { ChainCheck } from '#contract/admin/audit.ts'
import { formatInstant } from '#domain/calendar.ts'
import { $logCheck, checkAuditLog } from '#stores/admin/audit.ts'

/** Whether the entries still hang together: looked through every day, and now where somebody wants to know. */
export function ChainStatus({ last }: { last: ChainCheck | null }) {
  const { busy, done, problem } = useStore($logCheck)
  const check = done ?? last
  return (
    <div className="audit-chain">
      <p className="small" role="status">
        {problem ?? (check ? <ChainResult check={check} /> : 'Not looked through yet.')}
      </p>
      <button type="button" className="link" aria-disabled={busy} onClick={() => void checkAuditLog()}>
        {busy ? 'Looking…' : 'Look through it now'}
      </button>
    </div>
  )
}

function ChainResult({ check: { checked, brokenAt, at } }: { check: ChainCheck }) {
  const when = formatInstant(Date.parse(at))
  if (brokenAt !== null)
    return (
      <span className="error">
        <CircleAlert className="icon" aria-hidden="true" />
        Entry {brokenAt} was changed or taken out behind the product’s back (found {when}).
      </span>
    )
  return (
    <span className="mute">
      <Link className="icon" aria-hidden="true" />{' '}
      {checked === 0 ? 'No entries' : checked === 1 ? 'The one entry holds' : `All ${checked} entries hang together`}{' '}
      (looked through {when})
    </span>
  )
}
