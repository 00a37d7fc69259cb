import type { StaffEvent } from '#contract/admin/events.ts'
import { environment } from '../environment.ts'
import { staffLedger } from './ledger.ts'

/** Messages between the tabs of one browser. */
export type TabMessage =
  | { kind: 'event'; id: string; event: StaffEvent }
  /** Too many events to send: the lists are reloaded. */
  | { kind: 'reload'; id: string }
  | { kind: 'session_extended' }
  | { kind: 'signed_out' }
  | { kind: 'session_ended' }

export interface TabChannel {
  broadcast(message: TabMessage): void
  close(): void
}

const CHANNEL_NAME = 'chautari-staff'
/** The server sends a heartbeat every 15 s; after three missed ones the connection is reopened. */
const STALL_TIMEOUT_MS = 45_000
const RETRY_MS = 3_000

/** One event stream per browser: the tab with the lock listens and broadcasts. Without locks every tab listens. */
export function openTabChannel(
  from: string,
  receive: (message: TabMessage) => void,
  onRejected: () => void,
): TabChannel {
  const channel = environment().channel(CHANNEL_NAME)
  const locks = environment().locks()
  const receivedIds = new Set<string>()
  let lastId = from
  let disconnect = () => {}
  let isClosed = false

  function handle(message: TabMessage): void {
    if (message.kind === 'event') {
      if (receivedIds.has(message.id)) return
      receivedIds.add(message.id)
    }
    if ('id' in message && message.id > lastId) lastId = message.id
    receive(message)
  }

  function broadcast(message: TabMessage): void {
    channel.postMessage(message)
  }

  function handleAndBroadcast(message: TabMessage): void {
    if (locks) broadcast(message)
    handle(message)
  }

  function connect(): void {
    const source = environment().stream(staffLedger.eventsUrl(lastId))
    let stopTimer = () => {}
    const restartTimer = () => {
      stopTimer()
      stopTimer = environment().later(reconnect, STALL_TIMEOUT_MS)
    }
    const stop = () => {
      stopTimer()
      source.close()
    }
    const reconnect = () => {
      stop()
      disconnect = environment().later(connect, RETRY_MS)
    }
    source.addEventListener('open', restartTimer)
    source.addEventListener('heartbeat', restartTimer)
    source.addEventListener('reload', (message: MessageEvent<string>) => {
      restartTimer()
      handleAndBroadcast({ kind: 'reload', id: message.lastEventId })
    })
    source.addEventListener('ended', () => handleAndBroadcast({ kind: 'session_ended' }))
    source.addEventListener('message', (message: MessageEvent<string>) => {
      restartTimer()
      handleAndBroadcast({ kind: 'event', id: message.lastEventId, event: JSON.parse(message.data) })
    })
    source.addEventListener('error', () => {
      // The browser reopens a broken connection; any other response is final.
      if (source.readyState !== 2) return
      onRejected()
      reconnect()
    })
    restartTimer()
    disconnect = stop
  }

  channel.addEventListener('message', (message: MessageEvent<TabMessage>) => handle(message.data))
  const closing = new AbortController()
  let releaseLock = () => {}
  if (locks) {
    const lead = () => {
      if (isClosed) return
      connect()
      return new Promise<void>((resolve) => {
        releaseLock = resolve
      })
    }
    // The only rejection is our own abort.
    locks.request(CHANNEL_NAME, { signal: closing.signal }, lead).catch(() => {})
  } else connect()

  return {
    broadcast,
    close: () => {
      isClosed = true
      closing.abort()
      disconnect()
      releaseLock()
      channel.close()
    },
  }
}
