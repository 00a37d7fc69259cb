import { atom } from 'nanostores'
import type { AuditEntry, ChainCheck, listAuditEntries } from '#contract/admin/audit.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '#domain/audit.ts'
import { formatFailure } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { createList } from './list.ts'
import { requireSession } from './session/session.ts'

export type AuditFilter = { by: string; action: string; subject: string; on: string; from: string; to: string }

export const auditEntries = createList<AuditEntry, AuditFilter, Output<typeof listAuditEntries>>({
  load: (wanted) => staffLedger.auditEntries(wanted as Input<typeof listAuditEntries>),
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

/** The check that was asked for on this screen. */
export const $logCheck = atom<{ busy: boolean; done?: ChainCheck; problem?: string }>({ busy: false })

export async function checkAuditLog(): Promise<void> {
  if ($logCheck.get().busy) return
  $logCheck.set({ busy: true })
  const answer = await requireSession(staffLedger.checkAuditLog({}))
  $logCheck.set(
    answer.ok ? { busy: false, done: answer.value } : { busy: false, problem: formatFailure(answer.failure) },
  )
}
