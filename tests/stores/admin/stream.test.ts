import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EventStream, openEventStream, type TabMessage } from '#stores/admin/event-stream.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { Browser, FakeSource, row, settle, Tab } from './desk.ts'

const news = (number: number) => ({ kind: 'booking_new' as const, booking: row(number) })
const undo: (() => void)[] = []
const open: EventStream[] = []

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.opened.length = 0
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
  for (const putBack of undo.splice(0)) putBack()
  vi.useRealTimers()
})

const browser = (locks = true) => {
  undo.push(replaceEnvironment({ ...new Tab().environment, ...new Browser().environment(locks) }))
}

function tab(from = '100') {
  const heard: TabMessage[] = []
  const refused = vi.fn()
  const stream = openEventStream(from, (word) => heard.push(word), refused)
  open.push(stream)
  const ids = () => heard.flatMap((word) => (word.kind === 'event' ? [word.id] : []))
  return { stream, heard, ids, refused }
}

const listening = (): FakeSource => {
  expect(FakeSource.live).toHaveLength(1)
  return FakeSource.live[0] as FakeSource
}

test('one tab listens for all of them, from where the first one stands', async () => {
  browser()
  const tabs = [tab('100'), tab('105'), tab('110')]
  await settle()
  expect(listening().after).toBe('100')
  listening().say('120', news(1))
  for (const each of tabs) expect(each.heard).toEqual([{ kind: 'event', id: '120', event: news(1) }])
})

test('when it closes, another takes over from the last event that was heard', async () => {
  browser()
  const [first, second, third] = [tab(), tab(), tab()]
  await settle()
  listening().say('120', news(1))
  first.stream.close()
  await settle()
  expect(listening().after).toBe('120')
  listening().say('130', news(2))
  expect([first.ids(), second.ids(), third.ids()]).toEqual([['120'], ['120', '130'], ['120', '130']])
})

test('a tab that waited in vain and closed does not take over', async () => {
  browser()
  const [first, second, third] = [tab(), tab(), tab()]
  second.stream.close()
  first.stream.close()
  await settle()
  listening().say('120', news(1))
  expect(second.heard).toEqual([])
  expect(third.ids()).toEqual(['120'])
})

test('without locks every tab listens for itself, and hears nothing twice', async () => {
  browser(false)
  const tabs = [tab(), tab()]
  await settle()
  expect(FakeSource.live).toHaveLength(2)
  for (const source of FakeSource.live) source.say('120', news(1))
  for (const each of tabs) expect(each.ids()).toEqual(['120'])
})

test('what the server sends again is heard once, also where it comes late', async () => {
  browser()
  const { ids, stream } = tab()
  for (const id of ['120', '120', '130', '125', '130', '125']) listening().say(id, news(1))
  expect(ids()).toEqual(['120', '130', '125'])
  listening().refuse()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(listening().after).toBe('130')
  stream.close()
})

test('a connection that is refused is tried again, more and more slowly, until one opens', async () => {
  browser()
  const { refused } = tab()
  const untilTried = async () => {
    listening().refuse()
    let seconds = 0
    for (; FakeSource.live.length === 0; seconds++) await vi.advanceTimersByTimeAsync(1_000)
    return seconds
  }
  const waits: number[] = []
  for (let index = 0; index < 6; index++) waits.push(await untilTried())
  expect(waits).toEqual([1, 2, 5, 15, 15, 15])
  expect(refused).toHaveBeenCalledTimes(6)
  listening().open()
  expect(await untilTried()).toBe(1)
})

test('a connection that broke is left to the browser', async () => {
  browser()
  const { refused } = tab()
  const source = listening()
  source.dispatchEvent(new Event('error'))
  expect(refused).not.toHaveBeenCalled()
  expect(listening()).toBe(source)
})

test('a connection that fell silent is opened anew', async () => {
  browser()
  tab()
  const source = listening()
  for (let index = 0; index < 5; index++) {
    await vi.advanceTimersByTimeAsync(30_000)
    source.beat()
  }
  expect(listening()).toBe(source)
  await vi.advanceTimersByTimeAsync(46_000)
  expect(listening()).not.toBe(source)
})

test('too much to be told is passed on, and resumed after it', async () => {
  browser()
  const tabs = [tab(), tab()]
  await settle()
  listening().say('120', news(1))
  listening().reload('900')
  listening().reload('900')
  for (const { heard } of tabs)
    expect(heard.slice(1)).toEqual([
      { kind: 'reload', id: '900' },
      { kind: 'reload', id: '900' },
    ])
  listening().refuse()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(listening().after).toBe('900')
})

test('a word for the other tabs does not come back', async () => {
  browser()
  const [one, two] = [tab(), tab()]
  one.stream.broadcast({ kind: 'signed_out' })
  expect(one.heard).toEqual([])
  expect(two.heard).toEqual([{ kind: 'signed_out' }])
})

test('a closed tab hears nothing more and opens nothing more', async () => {
  browser()
  const { stream, heard } = tab()
  const source = listening()
  stream.close()
  source.say('120', news(1))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(heard).toEqual([])
  expect(FakeSource.live).toEqual([])
})
