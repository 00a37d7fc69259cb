import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { noNetwork } from './doubles.ts'
import { attempt, gateway, intent, KEYS } from './stripe-doubles.ts'

describe('webhooks of Stripe', () => {
  const body = '{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}'
  const time = 1_700_000_000
  const vector = 'b5d16909735dfcdc338e1f1e170cbb5d2ea57494fe5f638399aebcce132ec538'
  const at = (seconds: number) => gateway(noNetwork, { now: () => seconds * 1_000 })
  const read = (header: string, text = body, seconds = time) => at(seconds).readWebhook?.(text, header)
  const signed = (text: string, secret = KEYS.webhookSecret) =>
    `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`

  test('are accepted with the published vector until it is five minutes old', async () => {
    expect(signed(body)).toBe(`t=${time},v1=${vector}`)
    expect(await read(`t=${time},v1=${vector}`)).toMatchObject({ id: 'evt_1', type: 'payment_intent.succeeded' })
    expect(await read(signed(body), body, time + 300)).toBeDefined()
    expect(await read(signed(body), body, time + 301)).toBeUndefined()
    expect(await read(`t=${time},v1=${'0'.repeat(64)},v1=${vector}`)).toBeDefined()
  })

  test.each([
    ['no header', ''],
    ['no signature', `t=${time}`],
    ['no time', `v1=${vector}`],
    ['another scheme', `t=${time},v0=${vector}`],
    ['another time', `t=${time + 1},v1=${vector}`],
    ['a shorter signature', `t=${time},v1=${vector.slice(0, -1)}`],
    ['another secret', signed(body, 'whsec_other')],
    ['garbage', 'x'.repeat(5_000)],
  ])('are rejected with %s', async (_, header) => {
    expect(await read(header)).toBeUndefined()
  })

  test('are rejected with a changed body, wherever it is changed', async () => {
    for (let index = 0; index < body.length; index++) {
      const altered = `${body.slice(0, index)}~${body.slice(index + 1)}`
      expect(await read(`t=${time},v1=${vector}`, altered)).toBeUndefined()
    }
    console.log(`${body.length} altered bodies rejected`)
  })

  test('are rejected if the signed text is no event, and are marked if they name no intent', async () => {
    expect(await read(signed('no json'), 'no json')).toBeUndefined()
    const other = '{"id":"evt_2","object":"event","type":"account.updated","data":{"object":{"object":"account"}}}'
    expect(await read(signed(other), other)).toMatchObject({ id: 'evt_2', gatewayId: undefined })
  })

  test('name the intent of an intent event and of a charge', async () => {
    const about = (object: unknown) => JSON.stringify({ id: 'evt_3', object: 'event', type: 'x', data: { object } })
    const paid = about(intent())
    const payment = await read(signed(paid), paid)
    expect(payment?.gatewayId).toBe('pi_1')
    expect(payment?.reportOn(attempt)).toMatchObject({ kind: 'paid', amount: attempt.amount })
    expect(payment?.reportOn({ ...attempt, amount: paisa(1) })).toMatchObject({ kind: 'mismatch' })
    const charge = about({ object: 'charge', payment_intent: 'pi_1' })
    const webhook = await read(signed(charge), charge)
    expect(webhook?.gatewayId).toBe('pi_1')
    expect(webhook?.reportOn(attempt)).toBeUndefined()
    expect(webhook?.refund).toBeUndefined()
    const made = { object: 'refund', id: 're_1', payment_intent: 'pi_1', status: 'succeeded' }
    const refund = about({ ...made, metadata: { refund_id: 'r-1' } })
    const report = { kind: 'done', providerReference: 're_1' }
    expect((await read(signed(refund), refund))?.refund).toEqual({ id: 'r-1', report })
  })
})
