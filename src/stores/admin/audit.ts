import { atom } from 'nanostores'
import type { ChainCheck, listAuditEntries } from '#contract/admin/audit.ts'
import { formatFailure } from '#contract/failure.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '#domain/audit.ts'
import { staffLedger } from './ledger.ts'
import { createList } from './list.ts'
import { requireSession } from './session/session.ts'

export const auditEntries = createList<typeof listAuditEntries>({
  load: (input) => staffLedger.auditEntries(input),
  filter: {
    by: 'text',
    action: Object.keys(AUDIT_ACTIONS),
    subject: AUDIT_SUBJECTS,
    on: 'text',
    from: 'text',
    to: 'text',
  },
  idOf: ({ position }) => String(position),
})

export const $logCheck = atom<{ busy: boolean; result?: ChainCheck; problem?: string }>({ busy: false })

export async function checkAuditLog(): Promise<void> {
  if ($logCheck.get().busy) return
  $logCheck.set({ busy: true })
  const outcome = await requireSession(staffLedger.checkAuditLog({}))
  const update = outcome.ok ? { result: outcome.value } : { problem: formatFailure(outcome.failure) }
  $logCheck.set({ busy: false, ...update })
}
