import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paisa } from '#domain/money.ts'
import { refuseAll } from './doubles.ts'
import { attempt, gateway, intent, KEYS } from './stripe-doubles.ts'

describe('notices of Stripe', () => {
  const body = '{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}'
  const time = 1_700_000_000
  const vector = 'b5d16909735dfcdc338e1f1e170cbb5d2ea57494fe5f638399aebcce132ec538'
  const at = (seconds: number) => gateway(refuseAll, { now: () => seconds * 1_000 })
  const read = (header: string, text = body, seconds = time) => at(seconds).readWebhook?.(text, header)
  const signed = (text: string, secret = KEYS.webhookSecret) =>
    `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')}`

  test('the published vector holds, until it is five minutes old', async () => {
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
  ])('%s is refused', async (_, header) => {
    expect(await read(header)).toBeUndefined()
  })

  test('an altered body is refused, wherever it is altered', async () => {
    for (let place = 0; place < body.length; place++) {
      const altered = `${body.slice(0, place)}~${body.slice(place + 1)}`
      expect(await read(`t=${time},v1=${vector}`, altered)).toBeUndefined()
    }
    console.log(`${body.length} altered bodies refused`)
  })

  test('what is signed and is no event is refused, what concerns no intent says so', async () => {
    expect(await read(signed('no json'), 'no json')).toBeUndefined()
    const other = '{"id":"evt_2","object":"event","type":"account.updated","data":{"object":{"object":"account"}}}'
    expect(await read(signed(other), other)).toMatchObject({ id: 'evt_2', gatewayId: undefined })
  })

  test('an intent speaks for itself, a charge names its intent', async () => {
    const about = (object: unknown) => JSON.stringify({ id: 'evt_3', object: 'event', type: 'x', data: { object } })
    const paid = about(intent())
    const notice = await read(signed(paid), paid)
    expect(notice?.gatewayId).toBe('pi_1')
    expect(notice?.reportOn(attempt)).toMatchObject({ kind: 'paid', amount: attempt.amount })
    expect(notice?.reportOn({ ...attempt, amount: paisa(1) })).toMatchObject({ kind: 'mismatch' })
    const charge = about({ object: 'charge', payment_intent: 'pi_1' })
    const told = await read(signed(charge), charge)
    expect(told?.gatewayId).toBe('pi_1')
    expect(told?.reportOn(attempt)).toBeUndefined()
    expect(told?.refund).toBeUndefined()
    const refund = about({
      object: 'refund',
      id: 're_1',
      payment_intent: 'pi_1',
      status: 'succeeded',
      metadata: { refund_id: 'r-1' },
    })
    expect((await read(signed(refund), refund))?.refund).toEqual({
      id: 'r-1',
      report: { kind: 'done', providerReference: 're_1' },
    })
  })
})
