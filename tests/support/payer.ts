import { Buyers, inDays } from './buyer.ts'
import type { RunningServer } from './process.ts'

type Where = Pick<RunningServer, 'url'>

export interface Begun {
  paymentId: string
  amount: number
  next: {
    action?: string
    fields?: Record<string, string>
    url?: string
    clientSecret?: string
    returnUrl?: string
  }
}

/** Books, goes to the stand-in's own pages as a browser does, and pays there. Into an account money comes by itself. */
export async function paid(server: Where, method: string): Promise<Begun> {
  const buyers = new Buyers(server.url, 1)
  const { body } = await buyers.place(Buyers.choices({ planId: 'professional', startDate: inDays(30) }))
  buyers.leave()
  const started = await post(`${server.url}/api/payments`, { bookingId: body.bookingId, method }, body.secret)
  const begun = (await started.json()) as Begun
  const { action, fields, url, clientSecret, returnUrl } = begun.next
  const at = (address: string) => server.url + new URL(address, server.url).pathname
  const send = (address: string, form: Record<string, string>) =>
    fetch(at(address), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  if (action && fields) {
    await send(action, fields)
    await send(`/sandbox/esewa/pay/${begun.paymentId}`, { choice: 'pay' })
  }
  if (url) await send(url, { choice: 'pay' })
  if (clientSecret && returnUrl)
    await send(`/sandbox/stripe/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
      // No notice comes of it: the money is found by asking.
      card: 'answerLost',
      client_secret: clientSecret,
      return_url: returnUrl,
    })
  return begun
}

export const post = (url: string, body: unknown, secret = ''): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  })

/** Undefined where the server dies meanwhile. */
export const verify = (server: Where, id: string): Promise<unknown> =>
  post(`${server.url}/api/payments/${id}/verify`, {}).then(
    (answer) => answer.json(),
    () => undefined,
  )
