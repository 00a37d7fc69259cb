import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  $toasts,
  $unseenCount,
  dismissToast,
  pauseToasts,
  resumeToasts,
  showEventToast,
  showFailureToast,
  TOAST_MS,
} from '#stores/admin/toasts.ts'
import { replaceEnvironment } from '#stores/environment.ts'
import { row, Tab } from './desk.ts'

let putBack = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  putBack = replaceEnvironment(new Tab().environment)
  $unseenCount.set(0)
})
afterEach(() => {
  resumeToasts()
  vi.runAllTimers()
  putBack()
  vi.useRealTimers()
})

const add = (id: string, looking = true) =>
  showEventToast({ id, event: { kind: 'booking_new', booking: row(1) } }, looking)
const shown = () => $toasts.get().map(({ id }) => id)

test('a notice goes away after six seconds', () => {
  expect(TOAST_MS).toBe(6_000)
  add('a')
  vi.advanceTimersByTime(5_999)
  expect(shown()).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('each has its own time', () => {
  add('a')
  vi.advanceTimersByTime(3_000)
  add('b')
  vi.advanceTimersByTime(3_000)
  expect(shown()).toEqual(['b'])
})

test('it can be sent away, and does not come back to life', () => {
  add('a')
  dismissToast('a')
  expect(shown()).toEqual([])
  vi.advanceTimersByTime(10_000)
  dismissToast('a')
  expect(shown()).toEqual([])
})

test('it waits while somebody points at it, then keeps what was left of its time', () => {
  add('a')
  vi.advanceTimersByTime(4_000)
  pauseToasts()
  pauseToasts()
  vi.advanceTimersByTime(60_000)
  add('b')
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['a', 'b'])
  resumeToasts()
  resumeToasts()
  vi.advanceTimersByTime(1_999)
  expect(shown()).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['b'])
  vi.advanceTimersByTime(4_000)
  expect(shown()).toEqual([])
})

test('when the last one is sent away under the pointer, the next one is not held', () => {
  add('a')
  pauseToasts()
  dismissToast('a')
  add('b')
  vi.advanceTimersByTime(6_000)
  expect(shown()).toEqual([])
})

test('three are shown at most, the newest', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) add(id)
  expect(shown()).toEqual(['c', 'd', 'e'])
})

test('what failed stays until it is sent away', () => {
  showFailureToast(
    'Nisha Karki',
    { code: 'invalid', fields: { amount: 'Too much', reason: 'Say why' } },
    '/admin/payments',
  )
  pauseToasts()
  resumeToasts()
  vi.advanceTimersByTime(60_000)
  const refused = { name: 'Nisha Karki', problem: 'Too much. Say why.', isOutcomeUnknown: false }
  expect($toasts.get()).toMatchObject([{ notDone: refused }])
  showFailureToast('Nisha Karki', { code: 'wrong_state', message: 'It is over.' }, '/admin')
  expect($toasts.get().at(-1)).toMatchObject({ notDone: { problem: 'It is over.', isOutcomeUnknown: false } })
  for (const id of shown()) dismissToast(id)
  expect(shown()).toEqual([])
})

test('what was never answered may have been done, and nobody is told to try again at once', () => {
  showFailureToast('Nisha Karki', { code: 'unreachable' }, '/admin')
  const look = 'It may have been done all the same: look at it before you try again.'
  expect($toasts.get().at(-1)).toMatchObject({ notDone: { problem: look, isOutcomeUnknown: true } })
  showFailureToast(
    'Nisha Karki',
    { code: 'internal', message: 'Noted under the number given.', logId: 'b-7' },
    '/admin',
  )
  expect($toasts.get().at(-1)).toMatchObject({ notDone: { problem: `${look} (b-7)`, isOutcomeUnknown: true } })
  for (const id of shown()) dismissToast(id)
})

test('those that come while nobody looks are counted', () => {
  add('a')
  add('b', false)
  add('c', false)
  expect($unseenCount.get()).toBe(2)
})
