import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openDeployHook } from '#server/prices/deploy-hook.ts'
import { publish, readPublishing } from '#server/prices/publishing.ts'
import { undoChange } from '#server/prices/revisions.ts'
import { MINUTE, rows, type TestApp, withApp } from '../support/app.ts'
import { ENGINES } from '../support/engines.ts'
import { granted, refusalOf } from '../support/orders.ts'
import { edit, manager } from '../support/prices.ts'

const DAY = 'kausimaa/explorer/daily'

describe('the deploy hook', () => {
  let host: Server | undefined
  afterEach(() => host?.close())

  async function listen(status: number): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = []
    host = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.writeHead(status, { location: '/elsewhere' }).end('secret')
    })
    await new Promise<void>((resolve) => host?.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(host.address() as AddressInfo).port}/hook?key=k`, asked }
  }

  test.each([200, 201, 302, 404, 500])('is posted to once, and its status %i is what is told', async (status) => {
    const { url, asked } = await listen(status)
    expect(await openDeployHook({ deployHookUrl: url })?.()).toBe(status)
    expect(asked).toEqual(['POST /hook?key=k'])
  })

  test('that nobody answers tells nothing', async () => {
    const { url } = await listen(200)
    await new Promise((resolve) => host?.close(resolve))
    expect(await openDeployHook({ deployHookUrl: url })?.()).toBeNull()
  })

  test('is absent where none is set', () => {
    expect(openDeployHook({ deployHookUrl: undefined })).toBeUndefined()
  })
})

describe.each(ENGINES)('publishing on %s', (engine) => {
  let app: TestApp
  withApp(engine, (opened) => {
    app = opened
  })
  const state = async () => granted(await readPublishing(app))

  test('is not to be had without a hook', async () => {
    expect(await state()).toEqual({ available: false, last: null, behind: false })
    expect(refusalOf(await publish(app, await manager(app)))).toEqual({ code: 'no_deploy_hook' })
    expect(await rows(app.db.read, 'audit')).toEqual([])
  })

  test('orders one build for one press, and says whether prices are newer than it', async () => {
    const by = await manager(app)
    let orders = 0
    app.deployHook = async () => {
      orders++
      return 201
    }
    await edit(app, by, { [DAY]: 45_000 })
    expect(await state()).toEqual({ available: true, last: null, behind: true })
    app.clock.advance(MINUTE)
    const at = new Date(app.now()).toISOString()
    expect(granted(await publish(app, by))).toEqual({
      available: true,
      last: { by: by.email, at, status: 201 },
      behind: false,
    })
    expect(orders).toBe(1)
    app.clock.advance(MINUTE)
    await edit(app, by, { [DAY]: 46_000 })
    expect(await state()).toMatchObject({ behind: true })
    const { version } = await edit(app, by, { [DAY]: 47_000 })
    granted(await undoChange(app, by, { version }))
    expect(await state()).toMatchObject({ behind: true })
    // By whichever way: what search engines read is what holds again.
    await edit(app, by, { [DAY]: 45_000 })
    expect(await state()).toMatchObject({ behind: false })
    expect((await rows(app.db.read, 'audit')).map(({ action, after }) => [action, after])).toContainEqual([
      'site_published',
      '{"status":201}',
    ])
  })

  test.each([500, null])('that was answered %s is told, audited, and no build', async (status) => {
    const by = await manager(app)
    await edit(app, by, { [DAY]: 45_000 })
    app.clock.advance(MINUTE)
    app.deployHook = async () => status
    expect(refusalOf(await publish(app, by))).toEqual({ code: 'deploy_hook_failed' })
    expect(await state()).toMatchObject({ behind: true, last: { status } })
  })

  test('is slowed down after three presses', async () => {
    const by = await manager(app)
    app.deployHook = async () => 200
    for (let press = 0; press < 3; press++) granted(await publish(app, by))
    expect(refusalOf(await publish(app, by))).toMatchObject({ code: 'too_many' })
    app.clock.advance(5 * MINUTE)
    granted(await publish(app, by))
  })
})
