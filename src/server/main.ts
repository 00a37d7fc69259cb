import './log/capture-output.ts'
import './env-file.ts'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getUnneededPaymentHosts } from '#contract/content-security-policy.ts'
import type { App } from './app.ts'
import { getMissingKeyWarning } from './assistant/chat.ts'
import { getBrand } from './catalogue.ts'
import { DatabaseUnavailable } from './db/errors.ts'
import { reserveDataDir } from './db/folder-lock.ts'
import { OldDatabase } from './db/migrations.ts'
import { ConfigurationError, type Env, readEnv } from './env.ts'
import { siteListener } from './http/listener.ts'
import { apiListener } from './http/router.ts'
import { sendServerError } from './http/server-error.ts'
import { serveStaticFiles } from './http/static.ts'
import { serverWithTimeLimits } from './http/time-limits.ts'
import { startJobs } from './jobs.ts'
import { stop } from './log/stop.ts'
import { missingMailServer } from './mail/mailer.ts'
import { openApp, setApp } from './open-app.ts'
import { listMissingSetup } from './reports/today.ts'
import { ensureFirstOwner } from './staff/sign-in.ts'

const BUILD = fileURLToPath(new URL('../../dist/', import.meta.url))
const ENTRY = `${BUILD}server/entry.mjs`
const DRAIN_MS = 10_000

const env = configuration()
const app = await open().catch(failToOpen)
setApp(app)
const firstOwnerMessage = await ensureFirstOwner(app)
const server = serverWithTimeLimits(await listener(app))
server.listen(env.port, env.host, () => {
  const sandbox = env.payments === 'sandbox' ? ' Payments go to the built-in sandbox: no real money moves.' : ''
  if (firstOwnerMessage) console.log(firstOwnerMessage)
  const mailWarning = missingMailServer(env)
  if (mailWarning) console.log(mailWarning)
  const missingKey = getMissingKeyWarning(app)
  for (const message of listMissingSetup(app)) console.log(message)
  if (missingKey) console.log(`The assistant is offline. ${missingKey}`)
  console.log(`${getBrand().name} started at ${env.siteUrl} in ${Math.round(performance.now())} ms.${sandbox}`)
})
server.on('error', (error) => stop(`Cannot listen on ${env.host}:${env.port} (${error.message}). Change HOST or PORT.`))
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
  return openApp(env, { readPage: (path) => readFileSync(`${BUILD}client${path}.html`, 'utf8') })
}

/** Exits with a message for a problem that an operator can fix; rethrows anything else. */
function failToOpen(problem: Error): never {
  if (problem instanceof OldDatabase) return stop(problem.message)
  const isUnavailable = problem instanceof DatabaseUnavailable
  const { code = '', message } = (isUnavailable ? problem.cause : problem) as NodeJS.ErrnoException
  if (isUnavailable && env.databaseUrl)
    return stop(`Cannot connect to DATABASE_URL (${message || code}). Start the database, or correct the address.`)
  if (/EEXIST|ENOTDIR|EACCES|EROFS|ENOENT|unable to open database|readonly database/.test(`${code} ${message}`))
    return stop(`DATA_DIR is "${env.dataDir}": set it to a writable folder. (${message})`)
  if (isUnavailable || code === 'ENOSPC')
    return stop(`The database in DATA_DIR "${env.dataDir}" is not writable: ${message}`)
  throw problem
}

async function listener(opened: App): Promise<RequestListener> {
  if (!existsSync(ENTRY)) return stop('The site is not built: run "npm run build" first, or "npm start" for both.')
  const { siteUrl } = opened.env
  const reportBug = (error: unknown) => opened.log.bug(error)
  const areas = {
    files: serveStaticFiles(`${BUILD}client`, siteUrl, reportBug, getUnneededPaymentHosts(opened.env)),
    api: await apiListener(fileURLToPath(new URL('../pages/api', import.meta.url))),
    sandbox: (request: IncomingMessage, response: ServerResponse) => {
      sandboxPages(request, response).catch((error) => sendServerError(response, reportBug(error), siteUrl))
    },
  }
  return siteListener(areas, siteUrl)
}

/** Astro renders the sandbox pages; its handler is loaded at the first request. */
async function sandboxPages(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { handler } = (await import(pathToFileURL(ENTRY).href)) as { handler: RequestListener }
  handler(request, response)
}

/** Reports not ready, lets running requests finish, then closes the database. */
function drain(http: Server): void {
  app.accepting = false
  http.close(async () => {
    await stopJobs()
    await app.db.close()
    process.exit(0)
  })
  http.closeIdleConnections()
  // A streaming connection becomes idle only when its response ends.
  setInterval(() => http.closeIdleConnections(), 200).unref()
  setTimeout(() => http.closeAllConnections(), DRAIN_MS).unref()
}
