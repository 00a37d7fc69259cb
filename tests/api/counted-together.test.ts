import { describe, expect, test } from 'vitest'
import { sendContactMessage } from '#contract/contact.ts'
import { subscribe } from '#contract/newsletter.ts'
import { setApp } from '#server/open-app.ts'
import { publish } from '#server/prices/publishing.ts'
import { LIMITS } from '#server/throttle/in-process.ts'
import { rows, type TestApp, withApp } from '../support/app.ts'
import { someStaff } from '../support/desk.ts'
import { ENGINES } from '../support/engines.ts'
import { send } from '../support/requests.ts'

describe.each(ENGINES)('counted for all processes together, on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
    setApp(app)
  })
  const left = async () => (await rows(app.db.read, 'call_buckets')).map(({ tokens }) => tokens)

  test('messages', async () => {
    const message = { name: 'Nisha', email: 'n@example.com', phone: '', location: '', message: 'Is there parking?' }
    expect((await send(sendContactMessage, { body: { ...message, website: '' } })).status).toBe(202)
    expect(await left()).toEqual([LIMITS.sendMessage.burst - 1])
  })

  test('subscriptions', async () => {
    expect((await send(subscribe, { body: { email: 'n@example.com' } })).status).toBe(202)
    expect(await left()).toEqual([LIMITS.subscribe.burst - 1])
  })

  test('builds', async () => {
    app.deployHook = async () => 200
    expect((await publish(app, await someStaff(app))).ok).toBe(true)
    expect(await left()).toEqual([LIMITS.publish.burst - 1])
  })
})
