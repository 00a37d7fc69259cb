import { atom } from 'nanostores'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { succeed } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import { getDaysUntilLastDay } from '#domain/membership.ts'
import { environment } from '../../environment.ts'
import { $today } from '../../today.ts'
import { getFailedState, isApplied, resolveUnknownOutcome } from '../edit.ts'
import { readIdFromUrl, writeIdToUrl } from '../id-in-url.ts'
import { pickLatestVersion } from '../latest-version.ts'
import { staffLedger } from '../ledger.ts'
import { createSelectedRecord } from '../selected-record.ts'
import { requireSession } from '../session/session.ts'
import { memberships } from './list.ts'

/** Days until the last day; undefined unless it is up for renewal. */
export const getDaysLeft = ({ status, endDate }: MembershipRow): number | undefined =>
  getDaysUntilLastDay(status, endDate, $today.get())

const selectedMembership = createSelectedRecord<MembershipRow>(async (id) => {
  const outcome = await staffLedger.membership(id)
  return outcome.ok ? succeed(pickLatestKnown(outcome.value)) : outcome
})
export const { $selected: $selectedMembership } = selectedMembership

export type MembershipTerms = Pick<MembershipRow, 'status' | 'autoRenew'> &
  Record<'startDate' | 'endDate' | 'notes', string>

export const getTerms = ({ status, startDate, endDate, autoRenew, notes }: MembershipRow): MembershipTerms => ({
  status,
  startDate,
  endDate,
  autoRenew,
  notes: notes ?? '',
})

export type MembershipChange =
  | { kind: 'none' }
  | { kind: 'saving' }
  | { kind: 'saved'; row: MembershipRow; before: MembershipTerms }
  | { kind: 'conflict'; row: MembershipRow; before: Record<string, unknown>; after: Record<string, unknown> }
  | { kind: 'rejected'; membershipId: string; fields: Readonly<Record<string, string>>; problem?: string }

export const $membershipChange = atom<MembershipChange>({ kind: 'none' })

const UNDO_MS = 20_000

export const clearChange = (): void => $membershipChange.set({ kind: 'none' })

export async function openMemberships(): Promise<void> {
  await Promise.all([memberships.open(), readSelected()])
}

export function receiveMembership(row: MembershipRow): void {
  memberships.receiveRow(row)
  // A newer version cannot be undone to the state before this change.
  const change = $membershipChange.get()
  if (change.kind === 'saved' && change.row.membershipId === row.membershipId && row.version > change.row.version)
    clearChange()
  const selected = $selectedMembership.get()
  if (selected.state === 'open' && selected.id === row.membershipId)
    $selectedMembership.set({ ...selected, detail: pickLatestKnown(row) })
}

function pickLatestKnown(row: MembershipRow): MembershipRow {
  const selected = $selectedMembership.get()
  return [...(selected.state === 'open' ? [selected.detail] : []), ...(memberships.$list.get().rows ?? [])]
    .filter(({ membershipId }) => membershipId === row.membershipId)
    .reduce(pickLatestVersion, row)
}

/** Opens the membership of the URL, or reloads it if it is selected. */
export const readSelected = (): Promise<void> => selectedMembership.select(readIdFromUrl())

export function selectMembership(row: MembershipRow | undefined): void {
  showMembership(row)
  writeIdToUrl(row?.membershipId)
}

export function syncMembershipsWithUrl(): void {
  memberships.syncWithUrl()
  const id = readIdFromUrl()
  if (id === selectedMembership.getSelectedId()) return
  showMembership(memberships.$list.get().rows?.find(({ membershipId }) => membershipId === id))
  void readSelected()
}

function showMembership(row: MembershipRow | undefined): void {
  if (row) selectedMembership.show(row.membershipId, row)
  else void selectedMembership.select(undefined)
  clearChange()
}

/** The latest version that this tab saved of each membership; any version while it saves one. */
const ownVersions = new Map<string, number>()

export const isOwnChange = (event: StaffEvent): boolean =>
  event.kind === 'membership_update' &&
  event.membership.version <= (ownVersions.get(event.membership.membershipId) ?? 0)

export async function undoChange(): Promise<void> {
  const change = $membershipChange.get()
  if (change.kind === 'saved') await saveMembership(change.row, change.before)
}

/** Resolves to true once the terms are saved. */
export async function saveMembership(
  row: MembershipRow,
  requested: Partial<MembershipTerms> & { reason?: string },
): Promise<boolean> {
  if ($membershipChange.get().kind === 'saving') return false
  const { membershipId, version } = row
  $membershipChange.set({ kind: 'saving' })
  ownVersions.set(membershipId, Number.POSITIVE_INFINITY)
  const { reason: _, ...terms } = requested
  const outcome = await resolveUnknownOutcome(
    await requireSession(staffLedger.changeMembership(membershipId, { version, ...requested })),
    async () => {
      const current = await requireSession(staffLedger.membership(membershipId))
      if (!current.ok) return undefined
      receiveMembership(current.value)
      return isApplied(getTerms(current.value), terms) ? current.value : undefined
    },
  )
  ownVersions.set(membershipId, outcome.ok ? outcome.value.version : 0)
  if (outcome.ok) {
    receiveMembership(outcome.value)
    // A newer version cannot be undone.
    if (pickLatestKnown(outcome.value).version > Math.min(outcome.value.version, version + 1)) {
      clearChange()
      return true
    }
    const saved: MembershipChange = { kind: 'saved', row: outcome.value, before: getTerms(row) }
    $membershipChange.set(saved)
    environment().later(() => $membershipChange.get() === saved && clearChange(), UNDO_MS)
    return true
  }
  const { code, current } = outcome.failure
  if (code === 'changed_meanwhile') {
    receiveMembership(current as MembershipRow)
    const latest = pickLatestKnown(current as MembershipRow)
    $membershipChange.set({
      kind: 'conflict',
      row: latest,
      ...diffFields({ ...getTerms(row) }, { ...getTerms(latest) }),
    })
    return false
  }
  const { fields, problem } = getFailedState(outcome.failure)
  $membershipChange.set({ kind: 'rejected', membershipId, fields, ...(problem && { problem }) })
  return false
}
