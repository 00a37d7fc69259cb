import { beforeEach, describe, expect, test } from 'vitest'
import type { KhaltiChoice } from '#server/payments/gateways/sandbox/khalti-outcome.ts'
import { SITE, testSandbox } from '../doubles.ts'

const order = {
  return_url: `${SITE}/payment?payment=one`,
  website_url: SITE,
  amount: 130_000,
  purchase_order_id: 'one',
  purchase_order_name: 'Booking one',
}
let opened = testSandbox()
beforeEach(() => {
  opened = testSandbox()
})

async function request(path: string, body: unknown, authorization = 'Key any') {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await opened.sandbox.khalti.respond(
    new Request(`${SITE}/sandbox/khalti/api/${path}/`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  const text = await response.text()
  return { status: response.status, body: text.startsWith('<') ? text : JSON.parse(text) }
}
async function decided(choice: KhaltiChoice): Promise<string> {
  const { body } = await request('v2/epayment/initiate', order)
  await opened.sandbox.khalti.decide(body.pidx, choice)
  return body.pidx
}
const lookup = (pidx: string) => request('v2/epayment/lookup', { pidx })

describe('initiate of the Khalti sandbox', () => {
  test('returns Khalti’s four fields', async () => {
    const { status, body } = await request('v2/epayment/initiate', order)
    expect(status).toBe(200)
    expect(body).toEqual({
      pidx: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      payment_url: `${SITE}/sandbox/khalti/pay/${body.pidx}`,
      expires_at: '2026-11-21T12:45:00+05:45',
      expires_in: 3600,
    })
    const open = { total_amount: 130_000, status: 'Initiated', transaction_id: null, fee: 0, refunded: false }
    expect(await lookup(body.pidx)).toEqual({ status: 200, body: { pidx: body.pidx, ...open } })
  })

  test.each([
    ['return_url', undefined, 'This field is required.'],
    ['return_url', 'https://evil.example/', 'return_url must be on this site.'],
    ['amount', 999, 'Amount should be greater than Rs. 10, that is 1000 paisa.'],
    ['amount', 1_000.5, 'A valid integer is required.'],
    ['purchase_order_id', '', 'This field is required.'],
  ])('rejects %s %j', async (name, value, message) => {
    expect(await request('v2/epayment/initiate', { ...order, [name]: value })).toEqual({
      status: 400,
      body: { [name]: [message], error_key: 'validation_error' },
    })
  })

  test('rejects a request without a key', async () => {
    expect(await request('v2/epayment/initiate', order, 'live_secret')).toMatchObject({ status: 401 })
  })
})

test.each<[KhaltiChoice, number, string]>([
  ['pay', 200, 'Completed'],
  ['silent', 200, 'Completed'],
  ['cancel', 400, 'User canceled'],
  ['expired', 400, 'Expired'],
  ['failed', 400, 'Failed'],
  ['hold', 200, 'Pending'],
  ['late', 200, 'Pending'],
  ['leave', 200, 'Initiated'],
  ['refunded', 200, 'Refunded'],
  ['partly_refunded', 200, 'Partially Refunded'],
])('the Khalti sandbox returns for the choice %s the lookup %i %s', async (choice, status, name) => {
  expect(await lookup(await decided(choice))).toMatchObject({ status, body: { status: name, total_amount: 130_000 } })
})

test('the Khalti sandbox completes late payments, ends outages and expires links with time', async () => {
  const [late, outage, html] = [await decided('late'), await decided('outage'), await decided('html')]
  const left = await decided('leave')
  expect(await lookup(outage)).toMatchObject({ status: 500 })
  expect((await lookup(html)).body).toContain('<!doctype html>')
  opened.clock.now += 60_000
  for (const pidx of [late, outage, html])
    expect(await lookup(pidx)).toMatchObject({ status: 200, body: { status: 'Completed' } })
  opened.clock.now += 60 * 60_000
  expect(await lookup(left)).toMatchObject({ status: 400, body: { status: 'Expired' } })
})

test('the Khalti sandbox accepts another amount, ignores a second click, and rejects an unknown pidx', async () => {
  const pidx = await decided('altered')
  await opened.sandbox.khalti.decide(pidx, 'cancel')
  expect(await lookup(pidx)).toMatchObject({ body: { status: 'Completed', total_amount: 129_900 } })
  const notFound = { detail: 'Not found.', error_key: 'validation_error' }
  expect(await lookup('unknown')).toEqual({ status: 400, body: notFound })
})

test('the Khalti sandbox returns Khalti’s unsigned parameters beside our own', async () => {
  const { body } = await request('v2/epayment/initiate', order)
  const back = new URL((await opened.sandbox.khalti.decide(body.pidx, 'pay')) ?? '')
  expect(back.origin + back.pathname).toBe(`${SITE}/payment`)
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    payment: 'one',
    pidx: body.pidx,
    status: 'Completed',
    amount: '130000',
    total_amount: '130000',
    mobile: '98XXXXX000',
    purchase_order_id: 'one',
  })
  expect(back.searchParams.get('tidx')).toBe(back.searchParams.get('transaction_id'))
})
