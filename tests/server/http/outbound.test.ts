import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadCurrentPrices } from '#build/current-prices.ts'
import { getCatalogue } from '#server/catalogue.ts'
import { outbound } from '#server/http/outbound.ts'
import { esewaGateway } from '#server/payments/gateways/esewa.ts'
import { esewaV1Gateway } from '#server/payments/gateways/esewa-v1.ts'
import { khaltiGateway } from '#server/payments/gateways/khalti.ts'
import { stripeGateway } from '#server/payments/gateways/stripe.ts'
import { openDeployHook } from '#server/prices/deploy-hook.ts'
import { listen } from '../../support/listen.ts'
import { attempt, contextWith } from '../gateways/doubles.ts'

/** Serves on a separate port and lists the requests that arrived. */
async function serve(listener: RequestListener): Promise<{ url: string; requests: string[]; closed: Promise<void> }> {
  const requests: string[] = []
  const { promise: closed, resolve: noteClosed } = Promise.withResolvers<void>()
  const { url, close } = await listen((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.once('close', () => noteClosed())
    listener(request, response)
  })
  onTestFinished(close)
  return { url, requests, closed }
}

const MEGABYTE = 'x'.repeat(1_048_576)

/** Writes until the client disconnects. */
const flood: RequestListener = (_, response) => {
  const write = () => {
    while (!response.destroyed && response.write(MEGABYTE));
  }
  response.on('drain', write)
  write()
}

/** Writes one byte at a time and never ends. */
const drip: RequestListener = (_, response) => {
  const timer = setInterval(() => response.write(' '), 10)
  response.once('close', () => clearInterval(timer))
}

const redirectTo =
  (location: string, body = ''): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end(body)

describe('the outbound client', () => {
  test('returns status, headers and a body of 64 KB', async () => {
    const { url } = await serve((_, response) => response.writeHead(201, { 'x-a': 'b' }).end('x'.repeat(65_536)))
    const response = await outbound(url, { method: 'POST', body: 'sent' })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-a')).toBe('b')
    expect(await response.text()).toHaveLength(65_536)
  })

  test.each([204, 304])('returns a response %d, which has no body', async (status) => {
    const { url } = await serve((_, response) => response.writeHead(status).end())
    expect((await outbound(url)).status).toBe(status)
  })

  test('rejects a body of 64 KB and one byte', async () => {
    const { url } = await serve((_, response) => response.end('x'.repeat(65_537)))
    await expect(outbound(url)).rejects.toThrow('more than 65536 bytes')
  })

  test('stops reading an endless body and closes the connection', async () => {
    const { url, closed } = await serve(flood)
    await expect(outbound(url)).rejects.toThrow(RangeError)
    await closed
  })

  test('counts a compressed body by its decoded size', async () => {
    const { url } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(MEGABYTE)),
    )
    await expect(outbound(url)).rejects.toThrow(RangeError)
  })

  test.each([
    ['sends its body one byte at a time', drip],
    ['never responds', () => {}],
  ])('stops after 10 seconds at a server that %s', async (_, listener: RequestListener) => {
    const { url, closed } = await serve(listener)
    const soon = AbortSignal.timeout(300)
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(soon)
    await expect(outbound(url)).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }))
    expect(timeout).toHaveBeenCalledWith(10_000)
    timeout.mockRestore()
    await closed
  })

  test('ends with the signal of its caller', async () => {
    const { url } = await serve(() => {})
    await expect(outbound(url, { signal: AbortSignal.timeout(50) })).rejects.toThrow()
  })

  test.each([301, 302, 303, 307, 308])('does not follow a redirect with status %d', async (status) => {
    const target = await serve((_, response) => response.end('target'))
    const { url } = await serve((_, response) => response.writeHead(status, { location: target.url }).end('body'))
    const response = await outbound(url, { method: 'POST', body: 'a=b' })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe('')
    expect(target.requests).toEqual([])
  })
})

describe('a gateway', () => {
  const keys = { secretKey: 'sk_test_a', publishableKey: 'pk_test_a', webhookSecret: 'whsec_a' }
  const ours = { ...attempt, gatewayId: 'pi_1', claims: ['0001ABC'] }
  const PAID = JSON.stringify({
    id: 'pi_1',
    object: 'payment_intent',
    status: 'COMPLETE',
    transaction_uuid: ours.id,
    product_code: 'EPAYTEST',
    total_amount: '11400.0',
    ref_id: '0001ABC',
  })

  /** Sends the calls of a gateway to a server of the test, through the client that the process uses. */
  const to = (url: string) => {
    const context = contextWith(() => Response.error(), {
      mode: 'live',
      esewa: { productCode: 'EPAYTEST2', secret: 'a' },
      fetch: (input, init) => outbound(url + new URL(input instanceof Request ? input.url : input).pathname, init),
    })
    return [esewaGateway(context), esewaV1Gateway(context), khaltiGateway(context), stripeGateway(context, keys)]
  }

  test.each([0, 1, 2, 3])('leaves a payment pending if it floods or redirects (gateway %d)', async (index) => {
    const target = await serve((_, response) => response.end(PAID))
    for (const listener of [flood, redirectTo(target.url), redirectTo(target.url, PAID)]) {
      const { url, requests } = await serve(listener)
      expect(await to(url)[index]?.lookup(ours)).toMatchObject({ kind: 'pending' })
      expect(requests).toHaveLength(1)
    }
    expect(target.requests).toEqual([])
  })
})

test('openDeployHook stops reading an endless response', async () => {
  const { url } = await serve(flood)
  expect(await openDeployHook({ deployHookUrl: url })?.()).toBeNull()
})

test('loadCurrentPrices follows no redirect to other prices', async () => {
  const target = await serve((_, response) => response.end('{"tables":[]}'))
  const { url } = await serve(redirectTo(target.url))
  const warnings: string[] = []
  await loadCurrentPrices(getCatalogue().prices, { PRICES_URL: url }, (warning) => warnings.push(warning))
  expect(warnings).toEqual([expect.stringContaining('302')])
  expect(target.requests).toEqual([])
})
