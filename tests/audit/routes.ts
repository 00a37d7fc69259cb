import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Kind = 'landing' | 'text' | 'island' | 'payment' | 'staff'

export interface Route {
  path: string
  kind: Kind
  /** Whether search engines may list it, by its own word. */
  listed: boolean
  /** Whether only staff who signed in see it. */
  locked: boolean
}

/** Only on these pages may React be needed to be of use; anywhere else an island is a fault. */
const ISLANDS = /^\/booking(\/|$)/
const PAYMENT = /^\/payment(\/|$)/
const STAFF = /^\/admin(\/|$)/

/** Every page of a build, by address. */
export function routesOf(folder: string): Route[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => routeOf(addressOf(file), readFileSync(join(folder, file), 'utf8')))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

const addressOf = (file: string): string => `/${file}`.replace(/(\/index)?\.html$/, '') || '/'

export function routeOf(path: string, html: string): Route {
  const [robots = ''] = /<meta[^>]+name="robots"[^>]*>/i.exec(html) ?? []
  return {
    path,
    kind: kindOf(path),
    listed: !robots.includes('noindex'),
    locked: STAFF.test(path) && path !== '/admin/login',
  }
}

function kindOf(path: string): Kind {
  if (STAFF.test(path)) return 'staff'
  if (PAYMENT.test(path)) return 'payment'
  if (ISLANDS.test(path)) return 'island'
  return path === '/' ? 'landing' : 'text'
}
