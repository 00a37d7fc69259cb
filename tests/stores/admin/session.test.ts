import { describe, expect, test, vi } from 'vitest'
import { $endsSoon, $session, openSession } from '#stores/admin/session/session.ts'
import { refusal, type Tab, who, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

describe('the session', () => {
  test('leads to the door where there is none', async () => {
    void openSession()
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings'])
    expect($session.get()).toEqual({ state: 'asking' })
  })

  test('is not taken for ended when nobody answers', async () => {
    void openSession()
    await tab.next.answer(503, refusal('not_ready'))
    expect(tab.left).toEqual([])
    expect($session.get()).toMatchObject({ state: 'unanswered', failure: { code: 'not_ready' } })
  })

  test('warns two minutes before it ends, unless it was used elsewhere meanwhile', async () => {
    void openSession()
    await tab.next.answer(200, who())
    await vi.advanceTimersByTimeAsync(7_079_999)
    expect(tab.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await tab.next.answer(200, who({ endsInSeconds: 5_000 }))
    expect($endsSoon.get()).toBe(false)
    await vi.advanceTimersByTimeAsync(4_880_000)
    await tab.next.answer(200, who({ endsInSeconds: 120 }))
    expect($endsSoon.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(121_000)
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings&ended=expired'])
  })

  test('stays open while nobody answers, and is asked about again until somebody does', async () => {
    void openSession()
    await tab.next.answer(200, who({ endsInSeconds: 150 }))
    await vi.advanceTimersByTimeAsync(30_000)
    await tab.next.answer(503, refusal('not_ready'))
    expect($session.get()).toMatchObject({ state: 'open' })
    const asked = openSession()
    await tab.next.answer(503, refusal('not_ready'))
    expect(await asked).toMatchObject({ email: who().email })
    await vi.advanceTimersByTimeAsync(14_999)
    expect(tab.asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await tab.next.answer(503, refusal('not_ready'))
    await vi.advanceTimersByTimeAsync(15_000)
    await tab.next.answer(200, who({ endsInSeconds: 90 }))
    expect($endsSoon.get()).toBe(true)
    await vi.advanceTimersByTimeAsync(91_000)
    expect($session.get()).toMatchObject({ state: 'open' })
    await tab.next.answer(503, refusal('not_ready'))
    await vi.advanceTimersByTimeAsync(15_000)
    await tab.next.answer(401, refusal('unauthorized'))
    expect(tab.left).toEqual(['/admin/login?next=%2Fadmin%2Fbookings&ended=expired'])
  })
})
