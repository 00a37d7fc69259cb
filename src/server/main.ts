import './log/capture-output.ts'
import './env-file.ts'
import { existsSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { App } from './app.ts'
import { getMissingKeyWarning } from './assistant/chat.ts'
import { listMethodsNotOffered } from './bookings/payment-methods.ts'
import { getBrand } from './catalogue.ts'
import { DatabaseUnavailable } from './db/errors.ts'
import { reserveDataDir } from './db/folder-lock.ts'
import { ConfigurationError, type Env, readEnv } from './env.ts'
import { siteListener } from './http/listener.ts'
import { apiListener } from './http/router.ts'
import { serveStaticFiles } from './http/static.ts'
import { serverWithTimeLimits } from './http/time-limits.ts'
import { startJobs } from './jobs.ts'
import { missingMailServer } from './mail/mailer.ts'
import { openApp, setApp } from './open-app.ts'
import { getUnneededHosts } from './payments/payment-hosts.ts'
import { ensureFirstOwner } from './staff/sign-in.ts'

/** Serves an existing build: the pages in dist/client, the API, and the sandbox's pages through the built handler. */
const BUILD = fileURLToPath(new URL('../../dist/', import.meta.url))
const ENTRY = `${BUILD}server/entry.mjs`
const DRAIN_MS = 10_000

const env = configuration()
const app = await open().catch(failToOpen)
setApp(app)
const firstOwner = await ensureFirstOwner(app)
const server = serverWithTimeLimits(await listener(app))
server.listen(env.port, env.host, () => {
  const sandbox = env.payments === 'sandbox' ? ' Payments go to the built-in sandbox: no real money moves.' : ''
  if (firstOwner) console.log(firstOwner)
  const mailless = missingMailServer(env)
  if (mailless) console.log(mailless)
  for (const sentence of listMethodsNotOffered(app)) console.log(sentence)
  const keyless = getMissingKeyWarning(app)
  if (keyless) console.log(`The assistant is offline. ${keyless}`)
  console.log(`${getBrand().name} is at ${env.siteUrl}, started in ${Math.round(performance.now())} ms.${sandbox}`)
})
server.on('error', (error) => stop(`The address ${env.host}:${env.port} cannot be used: ${error.message}`))
const stopJobs = startJobs(app)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => drain(server))

function configuration(): Env {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (error instanceof ConfigurationError) return stop(error.message)
    throw error
  }
}

async function open(): Promise<App> {
  reserveDataDir(env)
  return openApp(env)
}

/** Stops with a sentence for a problem that an operator can fix; anything else is a bug and keeps its stack. */
function failToOpen(problem: Error): never {
  const isUnavailable = problem instanceof DatabaseUnavailable
  const { code = '', message } = (isUnavailable ? problem.cause : problem) as NodeJS.ErrnoException
  if (isUnavailable && env.databaseUrl)
    return stop(`DATABASE_URL leads to no database that answers: ${message || code}`)
  if (/EEXIST|ENOTDIR|EACCES|EROFS|ENOENT|unable to open database|readonly database/.test(`${code} ${message}`))
    return stop(`DATA_DIR is "${env.dataDir}": set it to a folder that can be written. (${message})`)
  if (isUnavailable || code === 'ENOSPC')
    return stop(`The database in DATA_DIR "${env.dataDir}" cannot be written: ${message}`)
  throw problem
}

async function listener(opened: App): Promise<RequestListener> {
  if (!existsSync(ENTRY)) return stop('There is no build yet: run "npm run build" first, or "npm start" for both.')
  const { siteUrl } = opened.env
  const areas = {
    files: serveStaticFiles(`${BUILD}client`, siteUrl, getUnneededHosts(opened.env)),
    api: await apiListener(fileURLToPath(new URL('../pages/api', import.meta.url))),
    sandbox: sandboxPages,
  }
  return siteListener(areas, siteUrl)
}

/** Astro renders the sandbox's pages; its handler is loaded at the first request. */
async function sandboxPages(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { handler } = (await import(pathToFileURL(ENTRY).href)) as { handler: RequestListener }
  handler(request, response)
}

/** Ready says no, nobody new is let in, what runs may end; then the database is closed. */
function drain(http: Server): void {
  app.accepting = false
  http.close(async () => {
    await stopJobs()
    await app.db.close()
    process.exit(0)
  })
  http.closeIdleConnections()
  // A connection whose answer ends later, such as the staff's stream, is idle only then.
  setInterval(() => http.closeIdleConnections(), 200).unref()
  setTimeout(() => http.closeAllConnections(), DRAIN_MS).unref()
}

function stop(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
