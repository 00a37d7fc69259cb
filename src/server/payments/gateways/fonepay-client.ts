import { createPrivateKey, sign } from 'node:crypto'
import type { FonepayAccount } from '../../env.ts'
import type { GatewayContext } from './gateway.ts'

/** `noResponse` is the reason why there is no readable response. */
type FonepayResponse = { data: Readonly<Record<string, unknown>>; status: number } | { noResponse: string }
export type CallFonepay = (path: string, body: object) => Promise<FonepayResponse>

/** A token is renewed this long before it expires. */
const RENEWAL_MS = 60_000

/** Signs every call, and logs in when there is no valid token. */
export function fonepayClient({ fetch, now }: Pick<GatewayContext, 'fetch' | 'now'>, account: FonepayAccount) {
  const key = createPrivateKey({ key: Buffer.from(account.privateKey, 'base64'), format: 'der', type: 'pkcs8' })
  let token: { authorization: string; until: number } | undefined

  /** The signature covers the bytes that are sent, so the body is serialised once. */
  async function post(path: string, body: object, authorization: string): Promise<FonepayResponse> {
    const text = JSON.stringify(body)
    try {
      const response = await fetch(account.url + path, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization,
          signature: sign('sha256', Buffer.from(text), key).toString('base64'),
        },
        body: text,
      })
      const { status } = response
      if (status >= 500) return { noResponse: `Fonepay responded with ${status}` }
      const data: unknown = JSON.parse(await response.text())
      if (typeof data !== 'object' || data === null) return { noResponse: 'Fonepay did not respond with an object' }
      return { data: data as Readonly<Record<string, unknown>>, status }
    } catch (error) {
      const isText = error instanceof SyntaxError
      return { noResponse: isText ? 'Fonepay did not respond with JSON' : 'Fonepay could not be reached' }
    }
  }

  async function logIn(): Promise<FonepayResponse> {
    const { username, password, loginPath } = account
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    const response = await post(loginPath, { username, password }, `Basic ${basic}`)
    if ('noResponse' in response) return response
    const { accessToken, expiresIn } = response.data
    if (typeof accessToken !== 'string' || accessToken === '')
      return { noResponse: `Fonepay rejected the login (${response.status}): ${describeFonepayError(response.data)}` }
    // Fonepay's token already begins with "Bearer".
    token = {
      authorization: `Bearer ${accessToken.replace(/^Bearer /i, '')}`,
      until: now() + (Number(expiresIn) || 0) * 1_000 - RENEWAL_MS,
    }
    return response
  }

  async function callAuthorized(path: string, body: object): Promise<FonepayResponse> {
    if (!token || token.until <= now()) {
      const response = await logIn()
      if ('noResponse' in response) return response
    }
    return post(path, body, token?.authorization ?? '')
  }

  const call: CallFonepay = async (path, body) => {
    const response = await callAuthorized(path, body)
    if ('noResponse' in response || response.status !== 401) return response
    // Fonepay can end a token early.
    token = undefined
    return callAuthorized(path, body)
  }
  return call
}

/** The message, which can be a text or an object of fields, shortened for storage. */
export function describeFonepayError({ message, error }: Readonly<Record<string, unknown>>): string {
  const text = message ?? error
  if (text === undefined || text === null || text === '') return 'no reason given'
  return (typeof text === 'string' ? text : JSON.stringify(text)).slice(0, 80)
}
