import { atom } from 'nanostores'
import type { ChainCheck, DeedRow, listDeeds } from '#contract/admin/audit.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '#domain/audit.ts'
import { messageOf } from '../api.ts'
import { staffLedger } from './ledger.ts'
import { listOf } from './list.ts'
import { admitted } from './session.ts'

export type DeedFilter = { by: string; action: string; subject: string; on: string; from: string; to: string }

export const deeds = listOf<DeedRow, DeedFilter, Output<typeof listDeeds>>({
  ask: (wanted) => staffLedger.deeds(wanted as Input<typeof listDeeds>),
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
export const $check = atom<{ busy: boolean; done?: ChainCheck; problem?: string }>({ busy: false })

export async function checkNow(): Promise<void> {
  if ($check.get().busy) return
  $check.set({ busy: true })
  const answer = await admitted(staffLedger.checkDeeds({}))
  $check.set(answer.ok ? { busy: false, done: answer.value } : { busy: false, problem: messageOf(answer.failure) })
}
