import type { Catalogue } from '#domain/catalogue.ts'
import { catalogue } from './catalogue.ts'
import { type Database, openDatabase, placeOf } from './db/database.ts'
import { reserveDataDir } from './db/folder-lock.ts'
import { type Env, readEnv } from './env.ts'
import { Bell } from './events/events.ts'
import { type Log, processLog, redactInLog } from './log/log.ts'
import { secretValues } from './log/secret-values.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'
import { outbound } from './outbound.ts'
import { ESEWA_TEST_MERCHANT } from './payments/gateways/esewa.ts'
import { type Gateways, openGateways } from './payments/gateways/index.ts'
import { openSandbox, type Sandbox } from './payments/gateways/sandbox/index.ts'
import { sandboxStore } from './payments/gateways/sandbox/sandbox-store.ts'
import { takeNotice } from './payments/notices.ts'
import { type DeployHook, openDeployHook } from './prices/deploy-hook.ts'
import { bookingKey } from './secrets.ts'
import { ensureFirstOwner } from './staff/staff.ts'

/** What every service is handed: nothing in the server reads the clock, the environment or a global by itself. */
export interface App {
  env: Env
  db: Database
  /** With the content's prices; those of now are `currentCatalogue`'s. */
  catalogue: Catalogue
  /** The key of all booking secrets. */
  bookingKey: Buffer
  gateways: Gateways
  mailer: Mailer
  deployHook: DeployHook | undefined
  /** The local stand-ins; absent where real gateways are at work. */
  sandbox: Sandbox | undefined
  /** Rings after a commit that the staff's open tabs should hear of. */
  bell: Bell
  log: Log
  /** Milliseconds since the epoch. */
  now(): number
  /** False from the first signal to stop on: no new visitors are sent here. */
  accepting: boolean
}

export async function openApp(env: Env, parts: Partial<App> = {}): Promise<App> {
  redactInLog(secretValues(env))
  const db = parts.db ?? (await openDatabase(placeOf(env)))
  const now = parts.now ?? (() => Date.now())
  const sandbox =
    env.payments === 'sandbox'
      ? openSandbox({
          store: sandboxStore(db),
          merchant: env.esewa ?? ESEWA_TEST_MERCHANT,
          siteUrl: env.siteUrl,
          now,
          // Inside the process, wherever the site is reachable from.
          deliver: async (body, signature) => {
            await takeNotice(opened, 'stripe', body, signature).catch((error) =>
              opened.log.bug(error, { webhook: 'sandbox' }),
            )
          },
        })
      : undefined
  const stripe = sandbox?.stripe.keys ?? env.stripe
  const opened: App = {
    env,
    db,
    catalogue: parts.catalogue ?? catalogue(),
    bookingKey: await bookingKey(db),
    sandbox,
    gateways:
      parts.gateways ?? openGateways({ ...env, stripe, mode: env.payments, fetch: sandbox?.fetch ?? outbound, now }),
    mailer: parts.mailer ?? openMailer(env),
    deployHook: openDeployHook(env),
    bell: new Bell(),
    log: parts.log ?? processLog,
    now,
    accepting: true,
  }
  return opened
}

/**
 * The process's one app. The starting script and the bundled endpoints are two copies of this module, so the app is
 * kept on the global object; in development, where no script ran before, the first request opens it.
 */
const KEY = Symbol.for('chautari.app')
const global = globalThis as { [KEY]?: Promise<App> }

export function app(): Promise<App> {
  global[KEY] ??= openForDevelopment()
  return global[KEY]
}

async function openForDevelopment(): Promise<App> {
  const env = readEnv(process.env)
  reserveDataDir(env)
  const opened = await openApp(env)
  const firstOwner = await ensureFirstOwner(opened)
  if (firstOwner) console.log(firstOwner)
  return opened
}

export function useApp(opened: App): void {
  global[KEY] = Promise.resolve(opened)
}
