import type { BookingRow } from '#contract/admin/bookings.ts'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { listMessages, type MessageRow } from '#contract/admin/messages.ts'
import { readPriceList } from '#contract/admin/prices.ts'
import type { TourRow } from '#contract/admin/tours.ts'
import { hasRoleAtLeast, isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { readBookingRows } from '../bookings/list.ts'
import { parsePosition, type RecordedEvent, readEventsSince, toPosition } from '../events/staff-events.ts'
import { streamResponse } from '../http/response.ts'
import { readMembershipRows } from '../memberships/rows.ts'
import { readMessageRows } from '../messages/list.ts'
import { findStaffByTokenHash, type Staff } from '../staff/sessions.ts'
import { readTourRows } from '../tours/list.ts'

/** Finds events of other processes, which cannot notify this one. */
const POLL_MS = 1_000
const DEBOUNCE_MS = 200
const HEARTBEAT_MS = 15_000
/** Processes may commit events out of order, so this much is read again. */
const OVERLAP_MS = { sqlite: 500, postgres: 10_000 } as const
/** Above this number the tabs reload their lists and receive only the latest events. */
const MAX_EVENTS = 50
const EVENTS_AFTER_RELOAD = 20
const READ_LIMIT = 500
/** Unread messages after which a stream is closed; the browser resumes it. */
const MAX_UNREAD = 200

type StreamMessage =
  | { id: string; event: StaffEvent }
  | { id: string; reload: true }
  /** The role or the sessions of this account changed. */
  | { id: string; staffId: string }

/** Reads events once for all streams of a process. */
class EventPoller {
  readonly #app: App
  readonly #readers = new Set<(message: StreamMessage) => Promise<void>>()
  #seen = new Set<string>()
  #from = 0
  #stop: (() => void) | undefined
  #polling = false
  #notified = false

  constructor(app: App) {
    this.#app = app
  }

  /** Returns a function that unsubscribes. A reader must not reject. */
  subscribe(reader: (message: StreamMessage) => Promise<void>): () => void {
    this.#readers.add(reader)
    if (!this.#stop) this.#start()
    return () => {
      this.#readers.delete(reader)
      if (this.#readers.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    }
  }

  #start(): void {
    this.#from = this.#app.now()
    this.#seen = new Set()
    const poll = () => void this.#poll()
    const timer = setInterval(poll, POLL_MS)
    let debounce: NodeJS.Timeout | undefined
    const unsubscribe = this.#app.notifier.subscribe(() => {
      debounce ??= setTimeout(() => {
        debounce = undefined
        poll()
      }, DEBOUNCE_MS)
    })
    this.#stop = () => {
      clearInterval(timer)
      clearTimeout(debounce)
      unsubscribe()
    }
  }

  async #poll(): Promise<void> {
    this.#notified = true
    if (this.#polling) return
    this.#polling = true
    try {
      while (this.#notified) {
        this.#notified = false
        await this.#broadcastNew()
      }
    } catch (error) {
      this.#app.log.bug(error, { job: 'staff events' })
    } finally {
      this.#polling = false
    }
  }

  async #broadcastNew(): Promise<void> {
    const now = this.#app.now()
    const recorded = await readEventsSince(this.#app.db.read, this.#from - OVERLAP_MS[this.#app.db.engine], READ_LIMIT)
    const fresh = recorded.filter(({ id }) => !this.#seen.has(id))
    // Events are marked as seen only after their subjects were read.
    const messages = await loadStreamMessages(this.#app, fresh)
    for (const { id } of fresh) this.#seen.add(id)
    // A full read continues at its end; otherwise reading continues from now.
    const last = recorded.length === READ_LIMIT ? parsePosition(recorded.at(-1)?.id ?? '') : undefined
    this.#from = last === undefined ? now : last + OVERLAP_MS[this.#app.db.engine]
    this.#notified ||= last !== undefined
    if (this.#seen.size > 20 * READ_LIMIT) this.#seen = new Set(recorded.map(({ id }) => id))
    // In sequence, because a reader that lost a right must not receive later events.
    for (const message of messages) await Promise.all([...this.#readers].map((read) => read(message)))
  }
}

async function loadStreamMessages(app: App, recorded: readonly RecordedEvent[]): Promise<StreamMessage[]> {
  const isReload = recorded.length > MAX_EVENTS
  const latest = isReload ? recorded.slice(-EVENTS_AFTER_RELOAD) : recorded
  const subjects = (kinds: readonly RecordedEvent['kind'][]) => [
    ...new Set(latest.filter(({ kind }) => kinds.includes(kind)).map(({ subjectId }) => subjectId)),
  ]
  const [bookings, memberships, messages, tours] = await Promise.all([
    readBookingRows(app.db.read, subjects(['booking_new', 'booking_update'])),
    readMembershipRows(app, subjects(['membership_new', 'membership_update'])),
    readMessageRows(app, subjects(['message_new', 'message_update'])),
    readTourRows(app.db.read, subjects(['tour_new', 'tour_update'])),
  ])
  const accounts = recorded.flatMap(({ id, kind, subjectId }) =>
    kind === 'staff_update' ? [{ id, staffId: subjectId }] : [],
  )
  const current = latest.flatMap((recorded): StreamMessage[] => {
    const { id, subjectId } = recorded
    const event = toStaffEvent(recorded, {
      booking: bookings.get(subjectId),
      membership: memberships.get(subjectId),
      message: messages.get(subjectId),
      tour: tours.get(subjectId),
    })
    return event ? [{ id, event }] : []
  })
  const last = recorded.at(-1)
  return [...accounts, ...(isReload && last ? [{ id: last.id, reload: true as const }] : []), ...current]
}

interface EventSubjects {
  booking: BookingRow | undefined
  membership: MembershipRow | undefined
  message: MessageRow | undefined
  tour: TourRow | undefined
}

/** Returns the event with its current subject; undefined when it was deleted. */
function toStaffEvent(
  { kind, subjectId }: Pick<RecordedEvent, 'kind' | 'subjectId'>,
  { booking, membership, message, tour }: EventSubjects,
): StaffEvent | undefined {
  switch (kind) {
    case 'booking_new':
    case 'booking_update':
      return booking && { kind, booking }
    case 'membership_new':
    case 'membership_update':
      return membership && { kind, membership }
    case 'message_new':
    case 'message_update':
      return message && { kind, message }
    case 'tour_new':
    case 'tour_update':
      return tour && { kind, tour }
    case 'prices_update':
    case 'closures_update':
      return { kind, version: Number(subjectId) }
    case 'rooms_update':
    case 'capacity_update':
      return { kind, locationId: subjectId }
    case 'staff_update':
      return undefined
  }
}

/** The same rights as in the lists. */
function canReceive(event: StaffEvent, { role, workplaces }: Staff): boolean {
  if ('booking' in event) return isAssignedTo(workplaces, event.booking.locationId)
  if ('tour' in event) return isAssignedTo(workplaces, event.tour.locationId)
  if ('membership' in event) return isAssignedTo(workplaces, event.membership.locationId)
  if ('locationId' in event) return isAssignedTo(workplaces, event.locationId)
  // Dashboards and day sheets of every role show closed days.
  if (event.kind === 'closures_update') return true
  return hasRoleAtLeast(role, 'message' in event ? listMessages.role : readPriceList.role)
}

const pollers = new WeakMap<App, EventPoller>()

function getPoller(app: App): EventPoller {
  const known = pollers.get(app) ?? new EventPoller(app)
  pollers.set(app, known)
  return known
}

/** Streams events after `after` (undefined: from now) until the session ends. An event may arrive twice. */
export function eventStreamResponse(app: App, staff: Staff, after: string | undefined): Response {
  let close = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      let closed = false
      const write = (text: string) => {
        if (closed) return
        if ((controller.desiredSize ?? 0) < -MAX_UNREAD) close()
        else controller.enqueue(new TextEncoder().encode(text))
      }
      // Replaced when the account's rights change.
      let receiver = staff
      const checkSession = async () => {
        const found = await findStaffByTokenHash(app, staff.tokenHash)
        if (found) receiver = found
        else {
          write(ENDED_TEXT)
          close()
        }
      }
      const sendIfAllowed = async (message: StreamMessage) => {
        if ('staffId' in message) {
          if (message.staffId === staff.id) await checkSession()
        } else if ('reload' in message || canReceive(message.event, receiver)) write(formatEvent(message))
      }
      // The browser reconnects and resumes.
      const closeAfterError = (error: unknown) => {
        app.log.bug(error, { stream: 'staff events' })
        close()
      }
      const stops = [
        getPoller(app).subscribe((message) => sendIfAllowed(message).catch(closeAfterError)),
        repeatEvery(app, HEARTBEAT_MS, async () => {
          await checkSession()
          write(formatHeartbeat(app))
        }),
        repeatEvery(app, POLL_MS, async () => {
          if (!app.accepting) close()
        }),
      ]
      close = () => {
        if (closed) return
        closed = true
        for (const stop of stops) stop()
        // The client may have closed it already.
        try {
          controller.close()
        } catch {}
      }
      write(`retry: 2000\n\n${formatHeartbeat(app)}`)
      const since = after === undefined ? undefined : parsePosition(after)
      const resume = async (time: number) => {
        const missed = await readEventsSince(app.db.read, time - OVERLAP_MS[app.db.engine], READ_LIMIT)
        for (const message of await loadStreamMessages(app, missed)) await sendIfAllowed(message)
      }
      if (since !== undefined) resume(since).catch(closeAfterError)
    },
    cancel: () => close(),
  })
  return streamResponse(body)
}

function repeatEvery(app: App, milliseconds: number, run: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    run().catch((error) => app.log.bug(error, { stream: 'staff events' }))
  }, milliseconds)
  return () => clearInterval(timer)
}

const formatEvent = (message: Exclude<StreamMessage, { staffId: string }>): string =>
  'reload' in message
    ? `id: ${message.id}\nevent: reload\ndata: {}\n\n`
    : `id: ${message.id}\ndata: ${JSON.stringify(message.event)}\n\n`

const ENDED_TEXT = 'event: ended\ndata: {}\n\n'

/** The heartbeat carries the position, so that a stream without events can resume too. */
const formatHeartbeat = (app: App): string => `id: ${toPosition(app.now())}\nevent: heartbeat\ndata: {}\n\n`
