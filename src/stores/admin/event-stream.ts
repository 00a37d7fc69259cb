import type { StaffEvent } from '#contract/admin/events.ts'
import { environment } from '../environment.ts'
import { staffLedger } from './ledger.ts'

/** What the tabs of one browser tell each other. */
export type TabMessage =
  | { kind: 'event'; id: string; event: StaffEvent }
  /** Too much happened to be told one by one: read the lists again. */
  | { kind: 'reload'; id: string }
  /** Somebody pressed "Stay signed in". */
  | { kind: 'stayed' }
  | { kind: 'signed_out' }
  /** The server has ended a session of ours. */
  | { kind: 'ended' }

export interface EventStream {
  /** Tells the other tabs. */
  broadcast(word: TabMessage): void
  close(): void
}

const CHANNEL_NAME = 'chautari-staff'
/** The server beats every 15 s: when three beats are missed, the connection is dead, whatever the browser thinks. */
const STALL_TIMEOUT_MS = 45_000
const RETRY_MS = [1_000, 2_000, 5_000, 15_000]

/**
 * One event stream per browser, shared by its tabs: the tab that holds the lock listens and passes events on; when it
 * closes, another tab gets the lock. Without locks every tab listens for itself. `refused` is called if the server
 * declines to stream, because the session may have ended.
 */
export function openEventStream(from: string, hear: (word: TabMessage) => void, refused: () => void): EventStream {
  const channel = environment().channel(CHANNEL_NAME)
  const locks = environment().locks()
  const heard = new Set<string>()
  let last = from
  let hangUp = () => {}
  let closed = false

  function take(word: TabMessage): void {
    if (word.kind === 'event') {
      if (heard.has(word.id)) return
      heard.add(word.id)
    }
    if ('id' in word && word.id > last) last = word.id
    hear(word)
  }

  function tell(word: TabMessage): void {
    channel.postMessage(word)
  }

  function pass(word: TabMessage): void {
    if (locks) tell(word)
    take(word)
  }

  let refusals = 0

  function listen(): void {
    const source = environment().stream(staffLedger.eventsUrl(last))
    let stopWatching = () => {}
    const watch = () => {
      stopWatching()
      stopWatching = environment().later(again, STALL_TIMEOUT_MS)
    }
    const stop = () => {
      stopWatching()
      source.close()
    }
    const again = () => {
      stop()
      const wait = RETRY_MS[Math.min(refusals, RETRY_MS.length - 1)] ?? 0
      hangUp = environment().later(listen, wait)
    }
    source.addEventListener('open', () => {
      refusals = 0
      watch()
    })
    source.addEventListener('beat', watch)
    source.addEventListener('reload', (message: MessageEvent<string>) => {
      watch()
      pass({ kind: 'reload', id: message.lastEventId })
    })
    source.addEventListener('ended', () => pass({ kind: 'ended' }))
    source.addEventListener('message', (message: MessageEvent<string>) => {
      watch()
      pass({ kind: 'event', id: message.lastEventId, event: JSON.parse(message.data) })
    })
    source.addEventListener('error', () => {
      // A connection that broke is opened again by the browser itself; an answer other than a stream is final.
      if (source.readyState !== 2) return
      refused()
      again()
      refusals++
    })
    watch()
    hangUp = stop
  }

  channel.addEventListener('message', (message: MessageEvent<TabMessage>) => take(message.data))
  const leaving = new AbortController()
  let letGo = () => {}
  if (locks) {
    const lead = () => {
      if (closed) return
      listen()
      return new Promise<void>((resolve) => {
        letGo = resolve
      })
    }
    // The only rejection is our own abort.
    locks.request(CHANNEL_NAME, { signal: leaving.signal }, lead).catch(() => {})
  } else listen()

  return {
    broadcast: tell,
    close: () => {
      closed = true
      leaving.abort()
      hangUp()
      letGo()
      channel.close()
    },
  }
}
