import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTabChannel, type TabChannel, type TabMessage } from '#stores/admin/tab-events.ts'
import { replaceEnvironment } from '../../support/environment.ts'
import { Browser, FakeSource, row, settle, Tab } from './staff-tab.ts'

const event = (number: number) => ({ kind: 'booking_new' as const, booking: row(number) })
const streams: TabChannel[] = []

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.opened.length = 0
  return replaceBrowser(true)
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
  vi.useRealTimers()
})

/** Replaces the browser with one whose tabs share a lock or have none. */
const replaceBrowser = (locks: boolean) =>
  replaceEnvironment({ ...new Tab().environment, ...new Browser().environment(locks) })

async function openTab(from = '100') {
  const received: TabMessage[] = []
  const onReject = vi.fn()
  const stream = openTabChannel(from, (message) => received.push(message), onReject)
  streams.push(stream)
  await settle()
  const ids = () => received.flatMap((message) => (message.kind === 'event' ? [message.id] : []))
  return { stream, received, ids, onReject }
}

const getLiveSource = (): FakeSource => {
  expect(FakeSource.live).toHaveLength(1)
  return FakeSource.live[0] as FakeSource
}

test('one tab listens to events for all tabs, from the position of the first', async () => {
  const tabs = await Promise.all([openTab('100'), openTab('105'), openTab('110')])
  expect(getLiveSource().after).toBe('100')
  getLiveSource().send('120', event(1))
  for (const each of tabs) expect(each.received).toEqual([{ kind: 'event', id: '120', event: event(1) }])
})

test('another tab listens after the last event when the listening tab closes', async () => {
  const [first, second, third] = await Promise.all([openTab(), openTab(), openTab()])
  getLiveSource().send('120', event(1))
  first.stream.close()
  await settle()
  expect(getLiveSource().after).toBe('120')
  getLiveSource().send('130', event(2))
  expect([first.ids(), second.ids(), third.ids()]).toEqual([['120'], ['120', '130'], ['120', '130']])
})

test('a tab that was closed while waiting for the lock does not listen to events', async () => {
  const [first, second, third] = await Promise.all([openTab(), openTab(), openTab()])
  second.stream.close()
  first.stream.close()
  await settle()
  getLiveSource().send('120', event(1))
  expect(second.received).toEqual([])
  expect(third.ids()).toEqual(['120'])
})

test('every tab listens to events without locks, and receives each event once', async () => {
  const restore = replaceBrowser(false)
  const tabs = await Promise.all([openTab(), openTab()])
  expect(FakeSource.live).toHaveLength(2)
  for (const source of FakeSource.live) source.send('120', event(1))
  for (const each of tabs) expect(each.ids()).toEqual(['120'])
  restore()
})

test('a repeated event is received once, also when it arrives late', async () => {
  const { ids, stream } = await openTab()
  for (const id of ['120', '120', '130', '125', '130', '125']) getLiveSource().send(id, event(1))
  expect(ids()).toEqual(['120', '130', '125'])
  getLiveSource().reject()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(getLiveSource().after).toBe('130')
  stream.close()
})

test('a rejected event stream is retried every three seconds until one opens', async () => {
  const { onReject } = await openTab()
  for (let index = 0; index < 6; index++) {
    getLiveSource().reject()
    await vi.advanceTimersByTimeAsync(2_999)
    expect(FakeSource.live).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(onReject).toHaveBeenCalledTimes(6)
  const source = getLiveSource()
  source.open()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(getLiveSource()).toBe(source)
})

test('a broken event stream is reopened by the browser, a silent one by the tab', async () => {
  const { onReject } = await openTab()
  const source = getLiveSource()
  source.dispatchEvent(new Event('error'))
  expect(onReject).not.toHaveBeenCalled()
  expect(getLiveSource()).toBe(source)
  for (let index = 0; index < 5; index++) {
    await vi.advanceTimersByTimeAsync(30_000)
    source.beat()
  }
  expect(getLiveSource()).toBe(source)
  await vi.advanceTimersByTimeAsync(48_000)
  expect(getLiveSource()).not.toBe(source)
})

test('a reload event is broadcast, and the stream resumes after it', async () => {
  const tabs = await Promise.all([openTab(), openTab()])
  getLiveSource().send('120', event(1))
  getLiveSource().reload('900')
  getLiveSource().reload('900')
  for (const { received } of tabs)
    expect(received.slice(1)).toEqual([
      { kind: 'reload', id: '900' },
      { kind: 'reload', id: '900' },
    ])
  getLiveSource().reject()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(getLiveSource().after).toBe('900')
})

test('a broadcast does not reach the sender', async () => {
  const [one, two] = await Promise.all([openTab(), openTab()])
  one.stream.broadcast({ kind: 'signed_out' })
  expect(one.received).toEqual([])
  expect(two.received).toEqual([{ kind: 'signed_out' }])
})

test('a closed tab receives no event and opens no connection', async () => {
  const { stream, received } = await openTab()
  const source = getLiveSource()
  stream.close()
  source.send('120', event(1))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(received).toEqual([])
  expect(FakeSource.live).toEqual([])
})
