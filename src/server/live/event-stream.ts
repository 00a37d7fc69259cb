import type { BookingRow } from '#contract/admin/bookings.ts'
import type { StaffEvent } from '#contract/admin/events.ts'
import type { MembershipRow } from '#contract/admin/memberships.ts'
import { listMessages, type MessageRow } from '#contract/admin/messages.ts'
import { readPriceList } from '#contract/admin/prices.ts'
import { mayActAs, worksAt } from '#domain/staff.ts'
import type { App } from '../app.ts'
import { readRows } from '../bookings/booking-list.ts'
import { eventsSince, type NotedEvent, positionAt, timeOf } from '../events/events.ts'
import { streamAnswer } from '../http/answer.ts'
import { readMembershipRows } from '../memberships/membership-row.ts'
import { readMessageRows } from '../messages/message-list.ts'
import { type Staff, staffByHash } from '../staff/sessions.ts'

/** Other processes ring no bell here: what they note is found by asking. */
const ASK_MS = 1_000
/** News that arrive together are told together. */
const GATHER_MS = 200
const BEAT_MS = 15_000
/** Several processes may commit events in another order than their ids: so much is read again, and told once. */
const OVERLAP_MS = { sqlite: 500, postgres: 10_000 } as const
/** More than this at once is not told one by one: lists are read again, and the latest are told. */
const TOLD = 50
const TOLD_OF_MANY = 20
const READ = 500
/** A reader that does not read is let go; its browser comes back and resumes. */
const UNREAD = 200

type Told =
  | { id: string; event: StaffEvent }
  | { id: string; reload: true }
  /** The rights or the sessions of this account are others now. */
  | { id: string; staffId: string }

/** One reader of the events for all streams of a process. */
class News {
  readonly #app: App
  readonly #readers = new Set<(told: Told) => Promise<void>>()
  #seen = new Set<string>()
  #from = 0
  #stop: (() => void) | undefined
  #asking = false
  #rung = false

  constructor(app: App) {
    this.#app = app
  }

  /** Gives the way to stop reading. A reader never rejects: the others are told all the same. */
  read(reader: (told: Told) => Promise<void>): () => void {
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
    const timer = setInterval(ask, ASK_MS)
    let soon: NodeJS.Timeout | undefined
    const silence = this.#app.bell.listen(() => {
      soon ??= setTimeout(() => {
        soon = undefined
        ask()
      }, GATHER_MS)
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
    const noted = await eventsSince(this.#app.db.read, this.#from - OVERLAP_MS[this.#app.db.engine], READ)
    const fresh = noted.filter(({ id }) => !this.#seen.has(id))
    // What could not be read is not told: it is asked for again.
    const news = await tell(this.#app, fresh)
    for (const { id } of fresh) this.#seen.add(id)
    // A full read goes on where it ended; else what is older than the overlap is not asked for again.
    const last = noted.length === READ ? timeOf(noted.at(-1)?.id ?? '') : undefined
    this.#from = last === undefined ? now : last + OVERLAP_MS[this.#app.db.engine]
    this.#rung ||= last !== undefined
    if (this.#seen.size > 20 * READ) this.#seen = new Set(noted.map(({ id }) => id))
    // One after the other: who has lost a right is told nothing that comes after it.
    for (const told of news) await Promise.all([...this.#readers].map((read) => read(told)))
  }
}

async function tell(app: App, noted: readonly NotedEvent[]): Promise<Told[]> {
  const many = noted.length > TOLD
  const few = many ? noted.slice(-TOLD_OF_MANY) : noted
  const subjects = (kinds: readonly NotedEvent['kind'][]) => [
    ...new Set(few.filter(({ kind }) => kinds.includes(kind)).map(({ subjectId }) => subjectId)),
  ]
  const [bookings, memberships, messages] = await Promise.all([
    readRows(app.db.read, subjects(['booking_new', 'booking_update'])),
    readMembershipRows(app, subjects(['membership_new', 'membership_update'])),
    readMessageRows(app, subjects(['message_new', 'message_update'])),
  ])
  const accounts = noted.flatMap(({ id, kind, subjectId }) =>
    kind === 'staff_update' ? [{ id, staffId: subjectId }] : [],
  )
  const told = few.flatMap((noted): Told[] => {
    const { id, subjectId } = noted
    const event = eventOf(noted, bookings.get(subjectId), memberships.get(subjectId), messages.get(subjectId))
    return event ? [{ id, event }] : []
  })
  const last = noted.at(-1)
  return [...accounts, ...(many && last ? [{ id: last.id, reload: true as const }] : []), ...told]
}

/** The event with its subject as it is now; undefined where that is gone. */
function eventOf(
  { kind, subjectId }: Pick<NotedEvent, 'kind' | 'subjectId'>,
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
function concerns(event: StaffEvent, { role, workplaces }: Staff): boolean {
  if ('booking' in event) return worksAt(workplaces, event.booking.locationId)
  if ('membership' in event) return worksAt(workplaces, event.membership.locationId)
  return mayActAs(role, 'message' in event ? listMessages.role : readPriceList.role)
}

const news = new WeakMap<App, News>()

function newsOf(app: App): News {
  const known = news.get(app) ?? new News(app)
  news.set(app, known)
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
        if ((controller.desiredSize ?? 0) < -UNREAD) close()
        else controller.enqueue(new TextEncoder().encode(text))
      }
      // Rights may be taken away while the stream is open: it keeps to them once it hears of it.
      let reader = staff
      const admit = async () => {
        const found = await staffByHash(app, staff.tokenHash)
        if (found) reader = found
        else {
          write(ENDED)
          close()
        }
      }
      const pass = async (told: Told) => {
        if ('staffId' in told) {
          if (told.staffId === staff.id) await admit()
        } else if ('reload' in told || concerns(told.event, reader)) write(eventText(told))
      }
      // Its browser comes back, and resumes where it was.
      const broken = (error: unknown) => {
        app.log.bug(error, { stream: 'staff events' })
        close()
      }
      const stops = [
        newsOf(app).read((told) => pass(told).catch(broken)),
        every(app, BEAT_MS, async () => {
          await admit()
          write(beatText(app))
        }),
        every(app, ASK_MS, async () => {
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
      write(`retry: 2000\n\n${beatText(app)}`)
      const since = after === undefined ? undefined : timeOf(after)
      if (since !== undefined)
        missed(app, since)
          .then(async (list) => {
            for (const told of list) await pass(told)
          })
          .catch(broken)
    },
    cancel: () => close(),
  })
  return streamAnswer(body)
}

async function missed(app: App, since: number): Promise<Told[]> {
  const noted = await eventsSince(app.db.read, since - OVERLAP_MS[app.db.engine], READ)
  return tell(app, noted)
}

function every(app: App, milliseconds: number, run: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    run().catch((error) => app.log.bug(error, { stream: 'staff events' }))
  }, milliseconds)
  return () => clearInterval(timer)
}

const eventText = (told: Exclude<Told, { staffId: string }>): string =>
  'reload' in told
    ? `id: ${told.id}\nevent: reload\ndata: {}\n\n`
    : `id: ${told.id}\ndata: ${JSON.stringify(told.event)}\n\n`

/** The session is over: whoever listens asks why. */
const ENDED = 'event: ended\ndata: {}\n\n'

/** The beat carries the position, so that a stream that broke before its first event still resumes from here. */
const beatText = (app: App): string => `id: ${positionAt(app.now())}\nevent: beat\ndata: {}\n\n`
