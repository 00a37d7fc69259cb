import type { App } from './app.ts'
import { catalogue } from './catalogue.ts'
import { reserveDataDir } from './db/folder-lock.ts'
import { openDatabase, placeOf } from './db/open.ts'
import { type Env, readEnv } from './env.ts'
import { Bell } from './events/bell.ts'
import { processLog, redactInLog } from './log/log.ts'
import { secretValues } from './log/secret-values.ts'
import { openMailer } from './mail/mailer.ts'
import { outbound } from './outbound.ts'
import { ESEWA_TEST_MERCHANT } from './payments/gateways/esewa.ts'
import { openGateways } from './payments/gateways/index.ts'
import { openSandbox } from './payments/gateways/sandbox/index.ts'
import { sandboxStore } from './payments/gateways/sandbox/sandbox-store.ts'
import { takeNotice } from './payments/notices.ts'
import { openDeployHook } from './prices/deploy-hook.ts'
import { bookingKey } from './secrets.ts'
import { ensureFirstOwner } from './staff/staff.ts'

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

export const global = globalThis as { [KEY]?: Promise<App> }

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
