import { describe, expect, onTestFinished, test } from 'vitest'
import { openDeployHook } from '#server/prices/deploy-hook.ts'
import { publish, readPublishing } from '#server/prices/publishing.ts'
import { undoChange } from '#server/prices/revisions.ts'
import { describeOnEachEngine, HOUR, MINUTE, rows } from '../../support/app.ts'
import { resized } from '../../support/capacity.ts'
import { closureEntry, saveClosed } from '../../support/closures.ts'
import { listen } from '../../support/listen.ts'
import { failureOf, granted } from '../../support/orders.ts'
import { edit, manager } from '../../support/prices.ts'

const DAY = 'kausimaa/explorer/daily'

describe('the deploy hook', () => {
  async function hook(status: number) {
    const requests: string[] = []
    const { url, close } = await listen((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      response.writeHead(status, { location: '/elsewhere' }).end('secret')
    })
    onTestFinished(close)
    return { url: `${url}/hook?key=k`, requests, close }
  }

  test.each([200, 201, 302, 404, 500])('is posted to once, and its status %i is reported', async (status) => {
    const { url, requests } = await hook(status)
    expect(await openDeployHook({ deployHookUrl: url })?.()).toBe(status)
    expect(requests).toEqual(['POST /hook?key=k'])
  })

  test('returns null without a response', async () => {
    const { url, close } = await hook(200)
    close()
    expect(await openDeployHook({ deployHookUrl: url })?.()).toBeNull()
  })

  test('is undefined if not configured', () => {
    expect(openDeployHook({ deployHookUrl: undefined })).toBeUndefined()
  })
})

describeOnEachEngine('publishing on %s', (app) => {
  const state = async () => granted(await readPublishing(app))
  const unpublished = (hasUnpublishedPrices: boolean) => ({
    hasUnpublishedPrices,
    hasUnpublishedClosures: false,
    hasUnpublishedSeats: false,
  })

  test('fails with no_deploy_hook without a hook', async () => {
    expect(await state()).toEqual({ available: false, last: null, ...unpublished(false) })
    expect(failureOf(await publish(app, await manager(app)))).toEqual({ code: 'no_deploy_hook' })
    expect(await rows(app.db.read, 'audit')).toEqual([])
  })

  test('requests one build per click, and reports whether prices are newer', async () => {
    const by = await manager(app)
    let builds = 0
    app.deployHook = async () => {
      builds++
      return 201
    }
    await edit(app, by, { [DAY]: 45_000 })
    expect(await state()).toEqual({ available: true, last: null, ...unpublished(true) })
    app.clock.advance(MINUTE)
    const at = new Date(app.now()).toISOString()
    expect(granted(await publish(app, by))).toEqual({
      available: true,
      last: { by: by.email, at, status: 201 },
      ...unpublished(false),
    })
    expect(builds).toBe(1)
    app.clock.advance(MINUTE)
    await edit(app, by, { [DAY]: 46_000 })
    expect(await state()).toMatchObject({ hasUnpublishedPrices: true })
    const { version } = await edit(app, by, { [DAY]: 47_000 })
    granted(await undoChange(app, by, { version }))
    expect(await state()).toMatchObject({ hasUnpublishedPrices: true })
    // The published prices apply again, although they were not restored by an undo.
    await edit(app, by, { [DAY]: 45_000 })
    expect(await state()).toMatchObject({ hasUnpublishedPrices: false })
    expect((await rows(app.db.read, 'audit')).map(({ action, after }) => [action, after])).toContainEqual([
      'site_published',
      '{"status":201}',
    ])
  })

  test('reports whether closed days were edited since the last build', async () => {
    const by = await manager(app)
    app.deployHook = async () => 200
    await saveClosed(app, by, [closureEntry()])
    expect(await state()).toMatchObject({ hasUnpublishedPrices: false, hasUnpublishedClosures: true })
    app.clock.advance(MINUTE)
    expect(granted(await publish(app, by))).toMatchObject(unpublished(false))
  })

  test('reports whether the seats of today have changed since the last build', async () => {
    const by = await manager(app)
    app.deployHook = async () => 200
    await resized(app, by, 20, '2026-12-02')
    expect(await state()).toMatchObject({ hasUnpublishedSeats: false })
    await resized(app, by, 25, '2026-12-01')
    expect(await state()).toMatchObject({ hasUnpublishedPrices: false, hasUnpublishedSeats: true })
    app.clock.advance(MINUTE)
    expect(granted(await publish(app, by))).toMatchObject(unpublished(false))
    // The planned number now applies.
    app.clock.advance(24 * HOUR)
    expect(await state()).toMatchObject({ hasUnpublishedSeats: true })
  })

  test.each([500, null])('fails with deploy_hook_failed for the status %s, which is then reported', async (status) => {
    const by = await manager(app)
    await edit(app, by, { [DAY]: 45_000 })
    app.clock.advance(MINUTE)
    app.deployHook = async () => status
    expect(failureOf(await publish(app, by))).toEqual({ code: 'deploy_hook_failed' })
    expect(await state()).toMatchObject({ hasUnpublishedPrices: true, last: { status } })
  })

  test('is throttled after three requests', async () => {
    const by = await manager(app)
    app.deployHook = async () => 200
    for (let index = 0; index < 3; index++) granted(await publish(app, by))
    expect(failureOf(await publish(app, by))).toMatchObject({ code: 'too_many' })
    app.clock.advance(5 * MINUTE)
    granted(await publish(app, by))
  })
})
