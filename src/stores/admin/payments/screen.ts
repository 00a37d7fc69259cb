import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import { mayActAs } from '#domain/staff.ts'
import { type WaitingGroup, waitingGroup } from '#domain/waiting.ts'
import { environment } from '../../environment.ts'
import { $session } from '../session.ts'
import { $case, dropCase, idInSight, openCase } from './case.ts'
import { payments } from './list.ts'
import * as queue from './queue.ts'

/** The queue of what waits, or the list of all. */
export type View = 'waiting' | 'all'
export const $view = atom<View>('waiting')

/** Only managers decide about money. */
export const mayDecide = (): boolean => {
  const session = $session.get()
  return session.state === 'open' && mayActAs(session.who.role, 'manager')
}

/** Opens what the address names; what is in sight already is read again, and what is typed there stays. */
export async function openScreen(): Promise<void> {
  $view.set(viewNamed())
  queue.$group.set(groupNamed())
  const open = caseNamed()
  await Promise.all([
    queue.readQueue(),
    open ? openCase(open) : dropCase(),
    $view.get() === 'all' ? payments.open() : undefined,
  ])
}

/** Somebody picks a payment from a list. On a phone it takes the list's place: Back leads there again. */
export function pick(id: string): void {
  void openCase(id, $case.get().state === 'none' ? 'push' : 'replace')
}

/** Back and Forward: what the address names by now comes into sight, and what it no longer names goes. */
export function followAddress(): void {
  const [view, id] = [viewNamed(), caseNamed()]
  if (view !== $view.get()) return void openScreen()
  if (groupNamed() !== queue.$group.get()) {
    queue.$queue.set({ more: false })
    return void openScreen()
  }
  if (view === 'all') payments.follow()
  if (id === idInSight()) return
  if (id) void openCase(id)
  else dropCase()
}

export function show(view: View): void {
  if (view === $view.get()) return
  const address = environment().address()
  address.search = view === 'all' ? '?view=all' : ''
  environment().showAddress(address, 'replace')
  environment().remember(null)
  dropCase()
  $view.set(view)
  queue.$group.set(undefined)
  void (view === 'all' ? payments.open() : queue.openQueue())
}

/** Lists one group of what waits, and names it in the address. */
export function showGroup(group: WaitingGroup | undefined): void {
  const address = environment().address()
  address.search = group ? `?${new URLSearchParams({ waits: group })}` : ''
  environment().showAddress(address, 'replace')
  environment().remember(null)
  dropCase()
  queue.$group.set(group)
  void queue.openQueue()
}

const groupNamed = (): WaitingGroup | undefined => waitingGroup(environment().address().searchParams.get('waits'))
const viewNamed = (): View =>
  environment().address().searchParams.get('view') === 'all' && mayDecide() ? 'all' : 'waiting'
const caseNamed = (): string | undefined => environment().address().searchParams.get('open') ?? undefined

export const hear = (booking: BookingRow): void => queue.hearBooking(booking)
