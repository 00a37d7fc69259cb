import { describe, expect, test } from 'vitest'
import { BOOKING_ID, MINUTE, NOW, openPayer, Payer, waitForRequests } from './payer.ts'

/** Opens a page with a running countdown. */
async function openCountdown(secondsLeft: number, skew = 0) {
  const payer = new Payer({ expiresAt: NOW + secondsLeft * 1_000 })
  payer.skew = skew
  const page = await payer.open()
  const announced: string[] = []
  page.$announcement.listen((text) => announced.push(text))
  page.$hold.listen(() => {})
  await waitForRequests()
  return { payer, page, announced }
}

describe('the hold countdown', () => {
  test.each([-2 * 3_600_000, 0, 7 * MINUTE])('counts by the server’s clock (visitor’s is %i ms off)', async (skew) => {
    const { payer, page } = await openCountdown(1_800, skew)
    expect(page.$hold.get()).toEqual({ secondsLeft: 1_800, extensionsLeft: 3, extending: false })
    await payer.advance(5_000)
    expect(page.$hold.get()?.secondsLeft).toBe(1_795)
  })

  test('announces 60, 30 and 10 seconds and nothing in between', async () => {
    const { payer, page, announced } = await openCountdown(70)
    for (let second = 0; second < 69; second++) await payer.advance(1_000)
    expect(announced).toEqual([60, 30, 10].map((left) => `Your seat is held for ${left} more seconds.`))
    expect(page.state()).toEqual({ state: 'selecting' })
  })

  test('announces the time once to a visitor who arrives late', async () => {
    const { payer, page } = await openCountdown(45)
    expect(page.$announcement.get()).toBe('Your seat is held for 45 more seconds.')
    await payer.advance(10_000)
    expect(page.$announcement.get()).toBe('Your seat is held for 45 more seconds.')
  })

  test('reloads the booking at its end and shows that the hold has ended', async () => {
    const { payer, page } = await openCountdown(3)
    await payer.advance(4_000)
    expect(page.state()).toEqual({ state: 'ended' })
    const requestCount = payer.server.requests.length
    await payer.advance(60_000)
    expect(payer.server.requests).toHaveLength(requestCount)
  })

  test('continues at its end when another tab has extended it', async () => {
    const { payer, page } = await openCountdown(3)
    payer.server.expiresAt += 30 * MINUTE
    await payer.advance(4_000)
    expect(page.state()).toEqual({ state: 'selecting' })
    expect(page.$hold.get()?.secondsLeft).toBe(1_799)
  })

  test('extends three times and announces the new end', async () => {
    const { payer, page } = await openCountdown(40)
    for (const extensionsLeft of [2, 1, 0]) {
      const before = page.$hold.get()?.secondsLeft ?? 0
      await page.extendHold()
      expect(page.$hold.get()).toEqual({ secondsLeft: before + 1_800, extensionsLeft, extending: false })
    }
    expect(page.$announcement.get()).toBe('Your seat is held until 14:30.')
    await page.extendHold()
    await waitForRequests()
    const problem = 'You cannot extend this hold again. Pay before it ends, or book again.'
    expect(page.$hold.get()).toMatchObject({ extensionsLeft: 0, problem })
    expect(payer.server.requestsTo(/hold$/)).toHaveLength(4)
  })

  test('extends once on a double click, shows a failed extension and allows a retry', async () => {
    const { payer, page } = await openCountdown(40)
    const extension = `POST /api/bookings/${BOOKING_ID}/hold`
    payer.server.overrides[extension] = () => 'unreachable'
    await Promise.all([page.extendHold(), page.extendHold()])
    expect(payer.server.requestsTo(/hold$/)).toHaveLength(1)
    expect(page.$hold.get()).toMatchObject({ extending: false, problem: expect.stringContaining('reach the server') })
    delete payer.server.overrides[extension]
    await Promise.all([page.extendHold(), page.extendHold()])
    expect(payer.server.requestsTo(/hold$/)).toHaveLength(2)
    expect(page.$hold.get()).toEqual({ secondsLeft: 1_840, extensionsLeft: 2, extending: false })
  })

  test('shows no countdown and extends nothing once the booking is paid', async () => {
    const { payer, page } = await openPayer({ state: 'confirmed' })
    page.$hold.listen(() => {})
    expect(page.$hold.get()).toBeNull()
    await page.extendHold()
    expect(payer.server.requestsTo(/hold$/)).toEqual([])
  })
})
