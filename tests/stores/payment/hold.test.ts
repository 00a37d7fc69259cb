import { expect, test } from 'vitest'
import { MINUTE, NOW, Payer, settled } from './payer.ts'

/** A page on which the countdown is looked at. */
async function countdown(secondsLeft: number, skew = 0) {
  const payer = new Payer()
  payer.server.expiresAt = NOW + secondsLeft * 1_000
  payer.skew = skew
  const page = await payer.open()
  const said: string[] = []
  page.$announcement.listen((words) => said.push(words))
  page.$hold.listen(() => {})
  await settled()
  return { payer, page, said }
}

test.each([-2 * 3_600_000, 0, 7 * MINUTE])('counts by the server’s clock (visitor’s is %i ms off)', async (skew) => {
  const { payer, page } = await countdown(1_800, skew)
  expect(page.$hold.get()).toEqual({ secondsLeft: 1_800, extensionsLeft: 3, extending: false })
  await payer.pass(5_000)
  expect(page.$hold.get()?.secondsLeft).toBe(1_795)
})

test('is said aloud at 60, 30 and 10 seconds, and not in between', async () => {
  const { payer, page, said } = await countdown(70)
  for (let second = 0; second < 69; second++) await payer.pass(1_000)
  expect(said).toEqual([60, 30, 10].map((left) => `Your place is held for ${left} more seconds.`))
  expect(page.state()).toEqual({ state: 'selecting' })
})

test('somebody who arrives late is told once', async () => {
  const { payer, page } = await countdown(45)
  expect(page.$announcement.get()).toBe('Your place is held for 45 more seconds.')
  await payer.pass(10_000)
  expect(page.$announcement.get()).toBe('Your place is held for 45 more seconds.')
})

test('at its end the server is asked, and the hold is over', async () => {
  const { payer, page } = await countdown(3)
  await payer.pass(4_000)
  expect(page.state()).toEqual({ state: 'ended' })
  const asked = payer.server.asked.length
  await payer.pass(60_000)
  expect(payer.server.asked).toHaveLength(asked)
})

test('extended in another tab: at the end it goes on', async () => {
  const { payer, page } = await countdown(3)
  payer.server.expiresAt += 30 * MINUTE
  await payer.pass(4_000)
  expect(page.state()).toEqual({ state: 'selecting' })
  expect(page.$hold.get()?.secondsLeft).toBe(1_799)
})

test('can be extended three times, and each time says until when', async () => {
  const { payer, page } = await countdown(40)
  for (const extensionsLeft of [2, 1, 0]) {
    const before = page.$hold.get()?.secondsLeft ?? 0
    await page.extendHold()
    expect(page.$hold.get()).toEqual({ secondsLeft: before + 1_800, extensionsLeft, extending: false })
  }
  expect(page.$announcement.get()).toBe('Your place is kept until 14:30.')
  await page.extendHold()
  await settled()
  expect(page.$hold.get()).toMatchObject({ extensionsLeft: 0, problem: 'This hold cannot be extended any more.' })
  expect(payer.server.calls(/hold$/)).toHaveLength(4)
})

test('two presses extend once', async () => {
  const { payer, page } = await countdown(40)
  await Promise.all([page.extendHold(), page.extendHold()])
  expect(payer.server.calls(/hold$/)).toHaveLength(1)
})

test('an unanswered extension says so and can be tried again', async () => {
  const { payer, page } = await countdown(40)
  const call = payer.server.asked.find(({ call }) => call.includes('bookings'))?.call.slice(4)
  payer.server.instead[`POST ${call}/hold`] = () => 'unreachable'
  await page.extendHold()
  expect(page.$hold.get()).toMatchObject({ extending: false, problem: expect.stringContaining('reach the server') })
  delete payer.server.instead[`POST ${call}/hold`]
  await page.extendHold()
  const hold = page.$hold.get()
  expect(hold).toMatchObject({ extensionsLeft: 2 })
  expect(hold).not.toHaveProperty('problem')
})

test('no countdown once the booking is paid, and none without a booking', async () => {
  const paid = new Payer()
  paid.server.state = 'confirmed'
  const page = await paid.open()
  page.$hold.listen(() => {})
  expect(page.$hold.get()).toBeNull()
  await page.extendHold()
  expect(paid.server.calls(/hold$/)).toEqual([])
})
