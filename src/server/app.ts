import type { Catalogue } from '#domain/catalogue.ts'
import type { Database } from './db/database.ts'
import type { Env } from './env.ts'
import type { EventNotifier } from './events/notifier.ts'
import type { Log } from './log/log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Gateways } from './payments/gateways/index.ts'
import type { Sandbox } from './payments/gateways/sandbox/index.ts'
import type { DeployHook } from './prices/deploy-hook.ts'

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
  notifier: EventNotifier
  log: Log
  /** Milliseconds since the epoch. */
  now(): number
  /** False from the first signal to stop on: no new visitors are sent here. */
  accepting: boolean
}
