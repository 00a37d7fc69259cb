import { atom } from 'nanostores'
import type { BookingRow } from '#contract/admin/bookings.ts'
import { mayActAs } from '#domain/staff.ts'
import { environment } from '../../environment.ts'
import { $session } from '../session.ts'
import { $case, closeCase, idInSight, openCase } from './case.ts'
import { payments } from './list.ts'
import * as queue from './queue.ts'

/** The queue of what waits, or the list of all. */
export type View = 'waiting' | 'all'
export const $view = atom<View>('waiting')

/** Money is for managers (decisions 46). */
export const mayDecide = (): boolean => {
  const session = $session.get()
  return session.state === 'open' && mayActAs(session.who.role, 'manager')
}

/** Opens what the address names. */
export async function openScreen(): Promise<void> {
  const { searchParams } = environment().address()
  $view.set(searchParams.get('view') === 'all' && mayDecide() ? 'all' : 'waiting')
  const open = searchParams.get('open')
  await Promise.all([
    queue.openQueue(),
    open ? openCase(open) : undefined,
    $view.get() === 'all' ? payments.open() : undefined,
  ])
}

/** Somebody picks a payment from a list. On a phone it takes the list's place: Back leads there again. */
export function pick(id: string): void {
  void openCase(id, $case.get().state === 'none' ? 'push' : 'replace')
}

/** Opens what the address names by now, or closes what it no longer names. */
export function followAddress(): void {
  const id = environment().address().searchParams.get('open') ?? undefined
  if (id === idInSight()) return
  if (id) void openCase(id)
  else closeCase()
}

export function show(view: View): void {
  if (view === $view.get()) return
  const address = environment().address()
  address.search = view === 'all' ? '?view=all' : ''
  environment().showAddress(address, 'replace')
  $case.set({ state: 'none' })
  $view.set(view)
  void (view === 'all' ? payments.open() : queue.openQueue())
}

export const hear = (booking: BookingRow): void => queue.hearBooking(booking)
