import { expect, test } from 'vitest'
import { sendContactMessage } from '#contract/contact.ts'
import { subscribe } from '#contract/newsletter.ts'
import { publish } from '#server/prices/publishing.ts'
import { LIMITS } from '#server/throttle/in-process.ts'
import { describeOnEachEngine, rows } from '../support/app.ts'
import { send } from '../support/requests.ts'
import { someStaff } from '../support/staff-accounts.ts'

describeOnEachEngine('the shared rate limit on %s', (app) => {
  const left = async () => (await rows(app.db.read, 'rate_limit_buckets')).map(({ tokens }) => tokens)

  test('counts messages', async () => {
    const message = { name: 'Nisha', email: 'n@example.com', phone: '', location: '', message: 'Is there parking?' }
    expect((await send(sendContactMessage, { body: { ...message, website: '' } })).status).toBe(202)
    expect(await left()).toEqual([LIMITS.sendMessage.burst - 1])
  })

  test('counts subscriptions', async () => {
    expect((await send(subscribe, { body: { email: 'n@example.com' } })).status).toBe(202)
    expect(await left()).toEqual([LIMITS.subscribe.burst - 1])
  })

  test('counts builds', async () => {
    app.deployHook = async () => 200
    expect((await publish(app, await someStaff(app))).ok).toBe(true)
    expect(await left()).toEqual([LIMITS.publish.burst - 1])
  })
})
