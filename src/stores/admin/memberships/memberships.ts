import { atom } from 'nanostores'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { changeMembership, listMemberships, MembershipRow } from '#contract/admin/memberships.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { Failure } from '#contract/failure.ts'
import { diffFields } from '#domain/audit.ts'
import type { IsoDate } from '#domain/calendar.ts'
import { getDaysUntilRenewal, MEMBERSHIP_VIEWS, type MembershipState } from '#domain/membership.ts'
import { PLAN_IDS } from '#domain/plan.ts'
import { formatFailure } from '../../api.ts'
import { environment } from '../../environment.ts'
import { $today } from '../../today.ts'
import { isApplied, resolveUnknownOutcome } from '../expected-state.ts'
import { readIdFromUrl, writeIdToUrl } from '../id-in-url.ts'
import { pickLatestVersion } from '../latest-version.ts'
import { staffLedger } from '../ledger.ts'
import { createList } from '../list.ts'
import { requireSession } from '../session/session.ts'
import { isMembershipBefore, type MembershipFilter, matchesMembership } from './filter.ts'

export const memberships = createList<MembershipRow, MembershipFilter, Output<typeof listMemberships>>({
  load: (wanted) => staffLedger.memberships(wanted as Input<typeof listMemberships>),
  filter: { q: 'text', status: MEMBERSHIP_VIEWS, location: 'text', plan: PLAN_IDS },
  idOf: ({ membershipId }) => membershipId,
  live: {
    isBefore: isMembershipBefore,
    matches: (row, filter) => matchesMembership(row, filter, $today.get()),
    latest: pickLatestVersion,
  },
})

/** Days until it ends where it is up for renewal, else undefined. */
export const daysLeft = ({ status, endDate }: MembershipRow): number | undefined =>
  getDaysUntilRenewal(status, endDate as IsoDate, $today.get())

/** The membership that is looked at closely: its id stands in the address, as `open`. */
export const $selectedMembership = atom<MembershipRow | undefined>(undefined)
/** Why the one that the address names is not in sight. */
export const $selectionFailure = atom<Failure | undefined>(undefined)

/** The fields of a membership that staff change. */
export type MembershipTerms = Pick<MembershipRow, 'status' | 'startDate' | 'endDate' | 'autoRenew'> & { notes: string }

export const getTerms = ({ status, startDate, endDate, autoRenew, notes }: MembershipRow): MembershipTerms => ({
  status,
  startDate,
  endDate,
  autoRenew,
  notes: notes ?? '',
})

/** What became of the change that was tried last. */
export type MembershipChange =
  | { kind: 'none' }
  | { kind: 'saving'; membershipId: string; wanted: Partial<MembershipTerms> }
  /** `before` is what it can be put back to. */
  | { kind: 'saved'; row: MembershipRow; before: MembershipTerms }
  /** Somebody else was faster: what they changed, as it was and as it is. */
  | { kind: 'overtaken'; row: MembershipRow; before: Record<string, unknown>; after: Record<string, unknown> }
  | { kind: 'refused'; membershipId: string; fields: Readonly<Record<string, string>>; problem?: string }

export const $membershipChange = atom<MembershipChange>({ kind: 'none' })

/** That a change was saved is said so long; it can be taken back by hand afterwards. */
const UNDO_MS = 20_000

export const clearChange = (): void => $membershipChange.set({ kind: 'none' })

export async function openMemberships(): Promise<void> {
  await Promise.all([memberships.open(), readSelected()])
}

export function receiveMembership(row: MembershipRow): void {
  memberships.hear(row)
  // What was saved here is no longer how it is, and nothing to be taken back.
  const changing = $membershipChange.get()
  if (changing.kind === 'saved' && changing.row.membershipId === row.membershipId && row.version > changing.row.version)
    clearChange()
  if ($selectedMembership.get()?.membershipId === row.membershipId) $selectedMembership.set(pickLatestKnown(row))
}

/** A membership as it is by all that was read and heard of it here. */
const pickLatestKnown = (row: MembershipRow): MembershipRow =>
  [$selectedMembership.get(), ...(memberships.$list.get().rows ?? [])]
    .filter((known) => known?.membershipId === row.membershipId)
    .reduce<MembershipRow>((come, known) => (known ? pickLatestVersion(known, come) : come), row)

/** Reads the one that the address names; what is in sight already outlives a moment without an answer. */
export async function readSelected(): Promise<void> {
  const id = readIdFromUrl()
  if (!id) return
  const answer = await requireSession(staffLedger.membership(id))
  if (readIdFromUrl() !== id) return
  if (answer.ok) $selectedMembership.set(pickLatestKnown(answer.value))
  $selectionFailure.set(answer.ok || $selectedMembership.get() ? undefined : answer.failure)
}

export function selectMembership(row: MembershipRow | undefined): void {
  setSelected(row)
  writeIdToUrl(row?.membershipId)
}

/** Opens what the address names after Back or Forward, or closes what it no longer names. */
export function syncMembershipsWithUrl(): void {
  memberships.follow()
  const id = readIdFromUrl()
  if (id === $selectedMembership.get()?.membershipId) return
  setSelected(memberships.$list.get().rows?.find(({ membershipId }) => membershipId === id))
  void readSelected()
}

function setSelected(row: MembershipRow | undefined): void {
  $selectedMembership.set(row)
  $selectionFailure.set(undefined)
  clearChange()
}

export const setStatus = (row: MembershipRow, status: MembershipState): Promise<boolean> =>
  saveMembership(row, { status })

/** What is being saved here, or has just been. */
export function isOwnChange(event: StaffEvent): boolean {
  const changing = $membershipChange.get()
  if (event.kind !== 'membership_update') return false
  const { membershipId, version } = event.membership
  if (changing.kind === 'saving') return changing.membershipId === membershipId
  return changing.kind === 'saved' && changing.row.membershipId === membershipId && changing.row.version === version
}

/** Puts back what was saved last. */
export async function undoChange(): Promise<void> {
  const changing = $membershipChange.get()
  if (changing.kind === 'saved') await saveMembership(changing.row, changing.before)
}

async function readRow(id: string): Promise<MembershipRow | undefined> {
  const answer = await requireSession(staffLedger.membership(id))
  return answer.ok ? answer.value : undefined
}

/** Saves what differs from the row that was seen; true once it is saved. */
export async function saveMembership(
  row: MembershipRow,
  wanted: Partial<MembershipTerms> & { reason?: string },
): Promise<boolean> {
  if ($membershipChange.get().kind === 'saving') return false
  const { membershipId, version } = row
  $membershipChange.set({ kind: 'saving', membershipId, wanted })
  const change: Input<typeof changeMembership> = { version, ...wanted }
  const { reason: _, ...terms } = wanted
  const answer = await resolveUnknownOutcome(
    await requireSession(staffLedger.changeMembership(membershipId, change)),
    async (current) => {
      const now = current ?? (await readRow(membershipId))
      if (now) receiveMembership(now)
      return now && isApplied(getTerms(now), terms) ? now : undefined
    },
  )
  if (answer.ok) {
    receiveMembership(answer.value)
    // What somebody else has made of it since is in sight: nothing is said of what it was in between.
    if (pickLatestKnown(answer.value).version > Math.min(answer.value.version, version + 1)) {
      clearChange()
      return true
    }
    const saved: MembershipChange = { kind: 'saved', row: answer.value, before: getTerms(row) }
    $membershipChange.set(saved)
    environment().later(() => $membershipChange.get() === saved && clearChange(), UNDO_MS)
    return true
  }
  const { code, fields = {}, current } = answer.failure
  if (code === 'changed_meanwhile') {
    const now = pickLatestKnown(current as MembershipRow)
    $membershipChange.set({ kind: 'overtaken', row: now, ...diffFields({ ...getTerms(row) }, { ...getTerms(now) }) })
    return false
  }
  const problem = Object.keys(fields).length === 0 ? { problem: formatFailure(answer.failure) } : {}
  $membershipChange.set({ kind: 'refused', membershipId, fields, ...problem })
  return false
}
