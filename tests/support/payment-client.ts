import { setTimeout as sleep } from 'node:timers/promises'
import { BookingClient, placeBooking } from './booking-client.ts'
import type { RunningServer } from './process.ts'
import { STAFF } from './staff.ts'

type Server = Pick<RunningServer, 'url'>

export interface StartedPayment {
  paymentId: string
  amount: number
  next: Partial<Record<'action' | 'url' | 'clientSecret' | 'returnUrl' | 'sandboxUrl', string>> & {
    fields?: Record<string, string>
  }
}

/** Books and pays on the sandbox pages. Transfers only start here. */
export async function payInSandbox(server: Server, method: string) {
  const booking = await placeBooking(server.url, { email: 'aarati@example.com', planId: 'professional' })
  const client = new BookingClient(server.url, 1)
  const payment = await client.startPayment<StartedPayment>(booking, method)
  client.close()
  const { action, fields, url, clientSecret, returnUrl, sandboxUrl } = payment.next
  const submit = (address: string, form: Record<string, string>) => submitForm(server.url, address, form)
  if (action && fields) {
    await submit(action, fields)
    await submit(`/sandbox/esewa/pay/${payment.paymentId}`, { choice: 'pay' })
  }
  if (url) await submit(url, { choice: 'pay' })
  if (sandboxUrl) {
    await submit(sandboxUrl, { choice: 'pay' })
    // Fonepay reports a payment two seconds later.
    await sleep(2_100)
  }
  if (clientSecret && returnUrl)
    await submit(`/sandbox/stripe/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
      // Sends no webhook, so the payment is found by a lookup.
      card: 'responseLost',
      client_secret: clientSecret,
      return_url: returnUrl,
    })
  return payment
}

/** Submits a form to the server at `origin`; only the path of `address` counts. */
export const submitForm = (origin: string, address: string, form: Record<string, string>) =>
  fetch(origin + new URL(address, origin).pathname, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

export const post = (url: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Returns the cookie of a new staff session. */
export async function signIn(url: string, account = STAFF) {
  const response = await post(`${url}/api/admin/session`, account)
  if (!response.ok) throw new Error(`The sign-in failed: ${response.status} ${await response.text()}`)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Returns undefined if the server dies. */
export const verifyPayment = (server: Server, id: string) =>
  post(`${server.url}/api/payments/${id}/verify`, {}).then(
    (response) => response.json() as Promise<{ success?: boolean }>,
    () => undefined,
  )
