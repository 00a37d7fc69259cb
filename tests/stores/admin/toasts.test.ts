import { afterEach, expect, test, vi } from 'vitest'
import {
  $toasts,
  $unseenCount,
  dismissToast,
  pauseToasts,
  resumeToasts,
  showEventToast,
  showFailureToast,
} from '#stores/admin/toasts.ts'
import { row, withTab } from './staff-tab.ts'

withTab(() => $unseenCount.set(0))
afterEach(() => {
  resumeToasts()
  vi.runAllTimers()
})

const add = (id: string, isVisible = true) =>
  showEventToast({ id, event: { kind: 'booking_new', booking: row(1) } }, isVisible)
const getShownIds = () => $toasts.get().map(({ id }) => id)

test('each toast disappears after six seconds', () => {
  add('a')
  vi.advanceTimersByTime(3_000)
  add('b')
  vi.advanceTimersByTime(2_999)
  expect(getShownIds()).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1)
  expect(getShownIds()).toEqual(['b'])
  vi.advanceTimersByTime(3_000)
  expect(getShownIds()).toEqual([])
})

test('a dismissed toast does not return', () => {
  add('a')
  dismissToast('a')
  expect(getShownIds()).toEqual([])
  vi.advanceTimersByTime(10_000)
  dismissToast('a')
  expect(getShownIds()).toEqual([])
})

test('a toast waits while paused, then continues with the time left', () => {
  add('a')
  vi.advanceTimersByTime(4_000)
  pauseToasts()
  pauseToasts()
  vi.advanceTimersByTime(60_000)
  add('b')
  vi.advanceTimersByTime(60_000)
  expect(getShownIds()).toEqual(['a', 'b'])
  resumeToasts()
  resumeToasts()
  vi.advanceTimersByTime(1_999)
  expect(getShownIds()).toEqual(['a', 'b'])
  vi.advanceTimersByTime(1)
  expect(getShownIds()).toEqual(['b'])
  vi.advanceTimersByTime(4_000)
  expect(getShownIds()).toEqual([])
})

test('dismissing the last paused toast resumes the next one', () => {
  add('a')
  pauseToasts()
  dismissToast('a')
  add('b')
  vi.advanceTimersByTime(6_000)
  expect(getShownIds()).toEqual([])
})

test('only the newest three are shown', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) add(id)
  expect(getShownIds()).toEqual(['c', 'd', 'e'])
})

test('a failed action stays until it is dismissed', () => {
  showFailureToast('Nisha Karki', { code: 'invalid', fields: { amount: 'Too much', reason: 'Say why' } }, '/admin')
  pauseToasts()
  resumeToasts()
  vi.advanceTimersByTime(60_000)
  const failedAction = { name: 'Nisha Karki', problem: 'Too much. Say why.', isOutcomeUnknown: false }
  expect($toasts.get()).toMatchObject([{ failedAction: failedAction }])
  showFailureToast('Nisha Karki', { code: 'wrong_state', message: 'It is over.' }, '/admin')
  expect($toasts.get().at(-1)).toMatchObject({ failedAction: { problem: 'It is over.', isOutcomeUnknown: false } })
  for (const id of getShownIds()) dismissToast(id)
  expect(getShownIds()).toEqual([])
})

test('an unknown outcome advises to check before trying again', () => {
  showFailureToast('Nisha Karki', { code: 'unreachable' }, '/admin')
  const advice = 'It may have worked. Check before you try again.'
  expect($toasts.get().at(-1)).toMatchObject({ failedAction: { problem: advice, isOutcomeUnknown: true } })
  const internal = { code: 'internal', message: 'Noted under the number given.', logId: 'b-7' } as const
  showFailureToast('Nisha Karki', internal, '/admin')
  expect($toasts.get().at(-1)).toMatchObject({ failedAction: { problem: `${advice} (b-7)`, isOutcomeUnknown: true } })
  for (const id of getShownIds()) dismissToast(id)
})

test('toasts are counted while the tab is hidden', () => {
  add('a')
  add('b', false)
  add('c', false)
  expect($unseenCount.get()).toBe(2)
})
