import type { StaffEvent } from '#contract/admin/events.ts'
import type { TabChannel, TabMessage } from '../../../admin/tab-events.ts'
import { environment } from '../../../environment.ts'
import { $writeCount } from '../record-storage.ts'
import { readSession } from '../session-record.ts'
import { readBookingRows, readMembershipRows } from './lists.ts'

/** Reports changes by any tab. The browser sends one storage event per key, so they are read together. */
export function openTabChannel(_from: string, send: (message: TabMessage) => void): TabChannel {
  let versions = readRowVersions()
  let count = 0
  let cancelReport: (() => void) | undefined

  function reportChanges(): void {
    cancelReport = undefined
    if (!readSession()) {
      send({ kind: 'signed_out' })
      return
    }
    const before = versions
    versions = readRowVersions()
    const events = listEvents(before, versions)
    for (const event of events) send({ kind: 'event', id: String(++count).padStart(9, '0'), event })
    if ([...before.keys()].some((key) => !versions.has(key))) send({ kind: 'reload', id: '' })
  }

  function scheduleReport(): void {
    cancelReport ??= environment().later(reportChanges, 0)
  }

  const stops = [environment().onStored(scheduleReport), $writeCount.listen(scheduleReport)]
  return {
    // Storage events already reach other tabs.
    broadcast: () => {},
    close: () => {
      cancelReport?.()
      for (const stop of stops) stop()
    },
  }
}

type RowVersions = Map<string, { version: number; event: (isNew: boolean) => StaffEvent }>

function readRowVersions(): RowVersions {
  const versions: RowVersions = new Map()
  for (const booking of readBookingRows().toReversed())
    versions.set(booking.bookingId, {
      version: booking.version,
      event: (isNew) => ({ kind: isNew ? 'booking_new' : 'booking_update', booking }),
    })
  for (const membership of readMembershipRows().toReversed())
    versions.set(membership.membershipId, {
      version: membership.version,
      event: (isNew) => ({ kind: isNew ? 'membership_new' : 'membership_update', membership }),
    })
  return versions
}

const listEvents = (before: RowVersions, now: RowVersions): StaffEvent[] =>
  [...now].flatMap(([id, { version, event }]) => {
    const previous = before.get(id)
    return previous?.version === version ? [] : [event(previous === undefined)]
  })
