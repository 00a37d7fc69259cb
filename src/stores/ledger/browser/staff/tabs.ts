import type { StaffEvent } from '#contract/admin/events.ts'
import type { Stream, Word } from '../../../admin/stream.ts'
import { environment } from '../../../environment.ts'
import { $written } from '../kept.ts'
import { readSession } from '../session-record.ts'
import { bookingRows, membershipRows } from './lists.ts'

/**
 * Reports what any tab has written since the last look, because all tabs write to one storage. The browser sends an
 * event for each entry; they are read together.
 */
export function openStream(_from: string, hear: (word: Word) => void): Stream {
  let known = standing()
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
    known = standing()
    const events = news(before, known)
    for (const event of events) hear({ kind: 'event', id: String(++count).padStart(9, '0'), event })
    if ([...before.keys()].some((key) => !known.has(key))) hear({ kind: 'reload', id: '' })
  }

  function lookSoon(): void {
    if (isLooking) return
    isLooking = true
    environment().later(look, 0)
  }

  const stops = [environment().onStored(lookSoon), $written.listen(lookSoon)]
  return {
    // The storage itself tells the other tabs.
    tell: () => {},
    close: () => {
      isClosed = true
      for (const stop of stops) stop()
    },
  }
}

type Standing = Map<string, { version: number; event: (isNew: boolean) => StaffEvent }>

/** All rows as they stand, the oldest first. */
function standing(): Standing {
  const all: Standing = new Map()
  for (const booking of bookingRows().toReversed())
    all.set(booking.bookingId, {
      version: booking.version,
      event: (isNew) => ({ kind: isNew ? 'booking_new' : 'booking_update', booking }),
    })
  for (const membership of membershipRows().toReversed())
    all.set(membership.membershipId, {
      version: membership.version,
      event: (isNew) => ({ kind: isNew ? 'membership_new' : 'membership_update', membership }),
    })
  return all
}

const news = (before: Standing, now: Standing): StaffEvent[] =>
  [...now].flatMap(([id, { version, event }]) => {
    const known = before.get(id)
    return known?.version === version ? [] : [event(known === undefined)]
  })
