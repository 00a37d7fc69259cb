import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Kind = 'landing' | 'text' | 'booking' | 'payment' | 'yourBooking' | 'staff'

export interface Route {
  path: string
  kind: Kind
  listed: boolean
  /** Whether it requires a staff session. */
  locked: boolean
}

export const readRoutes = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => toRoute(toPath(file), readFileSync(join(folder, file), 'utf8')))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

const toPath = (file: string) => `/${file}`.replace(/(\/index)?\.html$/, '') || '/'

export function toRoute(path: string, html: string): Route {
  const [robots = ''] = /<meta[^>]+name="robots"[^>]*>/i.exec(html) ?? []
  const kind = toKind(path)
  return { path, kind, listed: !robots.includes('noindex'), locked: kind === 'staff' && path !== '/admin/login' }
}

function toKind(path: string): Kind {
  const [, folder] = path.split('/')
  if (folder === 'admin') return 'staff'
  if (folder === 'payment') return 'payment'
  if (path === '/your-booking') return 'yourBooking'
  if (folder === 'booking') return 'booking'
  return path === '/' ? 'landing' : 'text'
}
