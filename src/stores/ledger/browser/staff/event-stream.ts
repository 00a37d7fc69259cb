import type { StaffEvent } from '#contract/admin/events.ts'
import type { EventStream, TabMessage } from '../../../admin/event-stream.ts'
import { environment } from '../../../environment.ts'
import { $writeCount } from '../record-storage.ts'
import { readSession } from '../session-record.ts'
import { readBookingRows, readMembershipRows } from './lists.ts'

/**
 * Reports what any tab has written since the last look, because all tabs write to one storage. The browser sends an
 * event for each entry; they are read together.
 */
export function openEventStream(_from: string, hear: (word: TabMessage) => void): EventStream {
  let known = readRowVersions()
  let count = 0
  let isClosed = false
  let isLooking = false

  function look(): void {
    isLooking = false
    if (isClosed) return
    if (!readSession()) {
      hear({ kind: 'signed_out' })
      return
    }
    const before = known
    known = readRowVersions()
    const events = listEvents(before, known)
    for (const event of events) hear({ kind: 'event', id: String(++count).padStart(9, '0'), event })
    if ([...before.keys()].some((key) => !known.has(key))) hear({ kind: 'reload', id: '' })
  }

  function lookSoon(): void {
    if (isLooking) return
    isLooking = true
    environment().later(look, 0)
  }

  const stops = [environment().onStored(lookSoon), $writeCount.listen(lookSoon)]
  return {
    // The storage itself tells the other tabs.
    broadcast: () => {},
    close: () => {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}

type RowVersions = Map<string, { version: number; event: (isNew: boolean) => StaffEvent }>

/** All rows as they stand, the oldest first. */
function readRowVersions(): RowVersions {
  const all: RowVersions = new Map()
  for (const booking of readBookingRows().toReversed())
    all.set(booking.bookingId, {
      version: booking.version,
      event: (isNew) => ({ kind: isNew ? 'booking_new' : 'booking_update', booking }),
    })
  for (const membership of readMembershipRows().toReversed())
    all.set(membership.membershipId, {
      version: membership.version,
      event: (isNew) => ({ kind: isNew ? 'membership_new' : 'membership_update', membership }),
    })
  return all
}

const listEvents = (before: RowVersions, now: RowVersions): StaffEvent[] =>
  [...now].flatMap(([id, { version, event }]) => {
    const known = before.get(id)
    return known?.version === version ? [] : [event(known === undefined)]
  })
