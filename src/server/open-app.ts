import type { App } from './app.ts'
import { billAttachments } from './bills/attachments.ts'
import { getCatalogue } from './catalogue.ts'
import { reserveDataDir } from './db/folder-lock.ts'
import { getDatabaseLocation, openDatabase } from './db/open.ts'
import { type Env, ESEWA_TEST_MERCHANT, readEnv } from './env.ts'
import { EventNotifier } from './events/notifier.ts'
import { outbound } from './http/outbound.ts'
import { processLog, redactInLog } from './log/log.ts'
import { listSecretValues } from './log/secret-values.ts'
import { openMailer } from './mail/mailer.ts'
import { openGateways } from './payments/gateways/index.ts'
import { createSandboxStore } from './payments/gateways/sandbox/database-store.ts'
import { openSandbox } from './payments/gateways/sandbox/index.ts'
import { handleWebhook } from './payments/webhooks.ts'
import { openDeployHook } from './prices/deploy-hook.ts'
import { loadBookingKey, loadKey } from './secrets.ts'
import { ensureFirstOwner } from './staff/sign-in.ts'

export async function openApp(env: Env, parts: Partial<App> = {}): Promise<App> {
  redactInLog(listSecretValues(env))
  const db = parts.db ?? (await openDatabase(getDatabaseLocation(env)))
  const now = parts.now ?? (() => Date.now())
  const sandbox =
    env.payments === 'sandbox'
      ? openSandbox({
          store: createSandboxStore(db),
          merchant: env.esewa ?? ESEWA_TEST_MERCHANT,
          siteUrl: env.siteUrl,
          now,
          // Delivered in process, so that it works wherever the site is hosted.
          deliver: async (body, signature) => {
            await handleWebhook(opened, 'stripe', body, signature).catch((error) =>
              opened.log.bug(error, { webhook: 'sandbox' }),
            )
          },
        })
      : undefined
  const stripe = sandbox?.stripe.keys ?? env.stripe
  const fonepay = env.qrProvider === 'fonepay' ? (sandbox?.fonepay.account ?? env.fonepay) : undefined
  const opened: App = {
    env,
    db,
    catalogue: parts.catalogue ?? getCatalogue(),
    rooms: parts.rooms ?? getCatalogue().rooms,
    bookingKey: await loadBookingKey(db),
    refundAccountKey: await loadKey(db, 'refund_account_key'),
    sandbox,
    gateways:
      parts.gateways ??
      openGateways({ ...env, stripe, fonepay, mode: env.payments, fetch: sandbox?.fetch ?? outbound, now }),
    mailer: parts.mailer ?? openMailer(env),
    billAttachments,
    deployHook: openDeployHook(env),
    notifier: new EventNotifier(),
    log: parts.log ?? processLog,
    readPage: parts.readPage ?? (() => undefined),
    now,
    accepting: true,
  }
  return opened
}

/** The start script and the bundled endpoints load this module twice, so the app is stored on the global object. */
const KEY = Symbol.for('chautari.app')

const global = globalThis as { [KEY]?: Promise<App> }

export function getApp(): Promise<App> {
  global[KEY] ??= openForDevelopment()
  return global[KEY]
}

async function openForDevelopment(): Promise<App> {
  const env = readEnv(process.env)
  reserveDataDir(env)
  const opened = await openApp(env)
  const firstOwnerMessage = await ensureFirstOwner(opened)
  if (firstOwnerMessage) console.log(firstOwnerMessage)
  return opened
}

export function setApp(opened: App): void {
  global[KEY] = Promise.resolve(opened)
}
