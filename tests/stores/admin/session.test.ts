import { describe, expect, test, vi } from 'vitest'
import { $endsSoon, $session, openSession } from '#stores/admin/session/session.ts'
import { errorBody, staffSession, withTab } from './staff-tab.ts'

const tab = withTab()

describe('the session', () => {
  test('redirects to sign-in when there is none', async () => {
    await tab.respondTo(openSession(), 401, errorBody('unauthorized'))
    expect(tab.redirects).toEqual(['/admin/login?next=%2Fadmin%2Fbookings'])
    expect($session.get()).toEqual({ state: 'loading' })
  })

  test('is not ended by a failed request', async () => {
    await tab.respondTo(openSession(), 503, errorBody('not_ready'))
    expect(tab.redirects).toEqual([])
    expect($session.get()).toMatchObject({ state: 'failed', failure: { code: 'not_ready' } })
  })

  test('warns two minutes before it ends, unless it was used in another tab', async () => {
    await tab.respondTo(openSession(), 200, staffSession())
    await vi.advanceTimersByTimeAsync(7_079_999)
    expect(tab.requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await tab.next.respond(200, staffSession({ endsInSeconds: 5_000 }))
    expect($endsSoon.get()).toBe(false)
    await vi.advanceTimersByTimeAsync(4_880_000)
    await tab.next.respond(200, staffSession({ endsInSeconds: 120 }))
    expect($endsSoon.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(121_000)
    await tab.next.respond(401, errorBody('unauthorized'))
    expect(tab.redirects).toEqual(['/admin/login?next=%2Fadmin%2Fbookings&ended=expired'])
  })

  test('stays open while requests fail, and is checked again until one succeeds', async () => {
    await tab.respondTo(openSession(), 200, staffSession({ endsInSeconds: 150 }))
    await vi.advanceTimersByTimeAsync(30_000)
    await tab.next.respond(503, errorBody('not_ready'))
    expect($session.get()).toMatchObject({ state: 'open' })
    const session = await tab.resultOf(openSession(), [503, errorBody('not_ready')])
    expect(session).toMatchObject({ email: staffSession().email })
    await vi.advanceTimersByTimeAsync(14_999)
    expect(tab.requests).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await tab.next.respond(503, errorBody('not_ready'))
    await vi.advanceTimersByTimeAsync(15_000)
    await tab.next.respond(200, staffSession({ endsInSeconds: 90 }))
    expect($endsSoon.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(91_000)
    expect($session.get()).toMatchObject({ state: 'open' })
    await tab.next.respond(503, errorBody('not_ready'))
    await vi.advanceTimersByTimeAsync(15_000)
    await tab.next.respond(401, errorBody('unauthorized'))
    expect(tab.redirects).toEqual(['/admin/login?next=%2Fadmin%2Fbookings&ended=expired'])
  })
})
