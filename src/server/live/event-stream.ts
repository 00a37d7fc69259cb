import type { BookingRow } from '#contract/admin/bookings.ts'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { listMessages, type MessageRow } from '#contract/admin/messages.ts'
import { readPriceList } from '#contract/admin/prices.ts'
import { hasRoleAtLeast, isAssignedTo } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { readBookingRows } from '../bookings/list.ts'
import { parsePosition, type RecordedEvent, readEventsSince, toPosition } from '../events/staff-events.ts'
import { streamResponse } from '../http/response.ts'
import { readMembershipRows } from '../memberships/rows.ts'
import { readMessageRows } from '../messages/list.ts'
import { findStaffByTokenHash, type Staff } from '../staff/sessions.ts'

/** Other processes ring no bell here: what they note is found by asking. */
const POLL_MS = 1_000
/** News that arrive together are told together. */
const DEBOUNCE_MS = 200
const HEARTBEAT_MS = 15_000
/** Several processes may commit events in another order than their ids: so much is read again, and told once. */
const OVERLAP_MS = { sqlite: 500, postgres: 10_000 } as const
/** More than this at once is not told one by one: lists are read again, and the latest are told. */
const MAX_EVENTS = 50
const EVENTS_AFTER_RELOAD = 20
const READ_LIMIT = 500
/** A reader that does not read is let go; its browser comes back and resumes. */
const MAX_UNREAD = 200

type StreamMessage =
  | { id: string; event: StaffEvent }
  | { id: string; reload: true }
  /** The rights or the sessions of this account are others now. */
  | { id: string; staffId: string }

/** One reader of the events for all streams of a process. */
class EventPoller {
  readonly #app: App
  readonly #readers = new Set<(told: StreamMessage) => Promise<void>>()
  #seen = new Set<string>()
  #from = 0
  #stop: (() => void) | undefined
  #asking = false
  #rung = false

  constructor(app: App) {
    this.#app = app
  }

  /** Gives the way to stop reading. A reader never rejects: the others are told all the same. */
  subscribe(reader: (told: StreamMessage) => Promise<void>): () => void {
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
    const ask = () => void this.#ask()
    const timer = setInterval(ask, POLL_MS)
    let soon: NodeJS.Timeout | undefined
    const silence = this.#app.notifier.subscribe(() => {
      soon ??= setTimeout(() => {
        soon = undefined
        ask()
      }, DEBOUNCE_MS)
    })
    this.#stop = () => {
      clearInterval(timer)
      clearTimeout(soon)
      silence()
    }
  }

  async #ask(): Promise<void> {
    this.#rung = true
    if (this.#asking) return
    this.#asking = true
    try {
      while (this.#rung) {
        this.#rung = false
        await this.#tellNew()
      }
    } catch (error) {
      this.#app.log.bug(error, { job: 'staff events' })
    } finally {
      this.#asking = false
    }
  }

  async #tellNew(): Promise<void> {
    const now = this.#app.now()
    const noted = await readEventsSince(this.#app.db.read, this.#from - OVERLAP_MS[this.#app.db.engine], READ_LIMIT)
    const fresh = noted.filter(({ id }) => !this.#seen.has(id))
    // What could not be read is not told: it is asked for again.
    const news = await loadStreamMessages(this.#app, fresh)
    for (const { id } of fresh) this.#seen.add(id)
    // A full read goes on where it ended; else what is older than the overlap is not asked for again.
    const last = noted.length === READ_LIMIT ? parsePosition(noted.at(-1)?.id ?? '') : undefined
    this.#from = last === undefined ? now : last + OVERLAP_MS[this.#app.db.engine]
    this.#rung ||= last !== undefined
    if (this.#seen.size > 20 * READ_LIMIT) this.#seen = new Set(noted.map(({ id }) => id))
    // One after the other: who has lost a right is told nothing that comes after it.
    for (const told of news) await Promise.all([...this.#readers].map((read) => read(told)))
  }
}

async function loadStreamMessages(app: App, noted: readonly RecordedEvent[]): Promise<StreamMessage[]> {
  const many = noted.length > MAX_EVENTS
  const few = many ? noted.slice(-EVENTS_AFTER_RELOAD) : noted
  const subjects = (kinds: readonly RecordedEvent['kind'][]) => [
    ...new Set(few.filter(({ kind }) => kinds.includes(kind)).map(({ subjectId }) => subjectId)),
  ]
  const [bookings, memberships, messages] = await Promise.all([
    readBookingRows(app.db.read, subjects(['booking_new', 'booking_update'])),
    readMembershipRows(app, subjects(['membership_new', 'membership_update'])),
    readMessageRows(app, subjects(['message_new', 'message_update'])),
  ])
  const accounts = noted.flatMap(({ id, kind, subjectId }) =>
    kind === 'staff_update' ? [{ id, staffId: subjectId }] : [],
  )
  const told = few.flatMap((noted): StreamMessage[] => {
    const { id, subjectId } = noted
    const event = toStaffEvent(noted, bookings.get(subjectId), memberships.get(subjectId), messages.get(subjectId))
    return event ? [{ id, event }] : []
  })
  const last = noted.at(-1)
  return [...accounts, ...(many && last ? [{ id: last.id, reload: true as const }] : []), ...told]
}

/** The event with its subject as it is now; undefined where that is gone. */
function toStaffEvent(
  { kind, subjectId }: Pick<RecordedEvent, 'kind' | 'subjectId'>,
  booking: BookingRow | undefined,
  membership: MembershipRow | undefined,
  message: MessageRow | undefined,
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
    case 'prices_update':
      return { kind, version: Number(subjectId) }
    case 'staff_update':
      return undefined
  }
}

/** Whether somebody may read what an event brings: as the lists do, so does the stream. */
function canReceive(event: StaffEvent, { role, workplaces }: Staff): boolean {
  if ('booking' in event) return isAssignedTo(workplaces, event.booking.locationId)
  if ('membership' in event) return isAssignedTo(workplaces, event.membership.locationId)
  return hasRoleAtLeast(role, 'message' in event ? listMessages.role : readPriceList.role)
}

const pollers = new WeakMap<App, EventPoller>()

function getPoller(app: App): EventPoller {
  const known = pollers.get(app) ?? new EventPoller(app)
  pollers.set(app, known)
  return known
}

/**
 * The stream for one tab: what was noted since `after` (undefined: from now on), then what is noted from now on, with
 * a beat every 15 s. An event may come twice. Ends with the session, saying so, and when the process stops.
 */
export function openEventStream(app: App, staff: Staff, after: string | undefined): Response {
  let close = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      let closed = false
      const write = (text: string) => {
        if (closed) return
        if ((controller.desiredSize ?? 0) < -MAX_UNREAD) close()
        else controller.enqueue(new TextEncoder().encode(text))
      }
      // Rights may be taken away while the stream is open: it keeps to them once it hears of it.
      let reader = staff
      const admit = async () => {
        const found = await findStaffByTokenHash(app, staff.tokenHash)
        if (found) reader = found
        else {
          write(ENDED_TEXT)
          close()
        }
      }
      const pass = async (told: StreamMessage) => {
        if ('staffId' in told) {
          if (told.staffId === staff.id) await admit()
        } else if ('reload' in told || canReceive(told.event, reader)) write(formatEvent(told))
      }
      // Its browser comes back, and resumes where it was.
      const broken = (error: unknown) => {
        app.log.bug(error, { stream: 'staff events' })
        close()
      }
      const stops = [
        getPoller(app).subscribe((told) => pass(told).catch(broken)),
        repeatEvery(app, HEARTBEAT_MS, async () => {
          await admit()
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
        // Whoever went away has closed it already.
        try {
          controller.close()
        } catch {}
      }
      write(`retry: 2000\n\n${formatHeartbeat(app)}`)
      const since = after === undefined ? undefined : parsePosition(after)
      if (since !== undefined)
        readMissed(app, since)
          .then(async (list) => {
            for (const told of list) await pass(told)
          })
          .catch(broken)
    },
    cancel: () => close(),
  })
  return streamResponse(body)
}

async function readMissed(app: App, since: number): Promise<StreamMessage[]> {
  const noted = await readEventsSince(app.db.read, since - OVERLAP_MS[app.db.engine], READ_LIMIT)
  return loadStreamMessages(app, noted)
}

function repeatEvery(app: App, milliseconds: number, run: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    run().catch((error) => app.log.bug(error, { stream: 'staff events' }))
  }, milliseconds)
  return () => clearInterval(timer)
}

const formatEvent = (told: Exclude<StreamMessage, { staffId: string }>): string =>
  'reload' in told
    ? `id: ${told.id}\nevent: reload\ndata: {}\n\n`
    : `id: ${told.id}\ndata: ${JSON.stringify(told.event)}\n\n`

/** The session is over: whoever listens asks why. */
const ENDED_TEXT = 'event: ended\ndata: {}\n\n'

/** The beat carries the position, so that a stream that broke before its first event still resumes from here. */
const formatHeartbeat = (app: App): string => `id: ${toPosition(app.now())}\nevent: beat\ndata: {}\n\n`
