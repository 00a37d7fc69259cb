import type { App } from '../app.ts'
import { deriveWaitingToken } from '../secrets.ts'

/** The page that does one thing with an entry. Its token follows the `#`, which browsers do not send. */
export const buildWaitingLink = (app: App, action: 'confirm' | 'leave', entry: string): string => {
  const token = deriveWaitingToken(app.bookingKey, action, entry)
  return new URL(`/waiting/${action}#${new URLSearchParams({ entry, token })}`, app.env.siteUrl).href
}
