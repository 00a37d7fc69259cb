import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { Room } from '#domain/room.ts'
import type { Database } from './db/database.ts'
import type { Env } from './env.ts'
import type { EventNotifier } from './events/notifier.ts'
import type { Log } from './log/log.ts'
import type { BillAttachments } from './mail/bill-attachments.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Gateways } from './payments/gateways/index.ts'
import type { Sandbox } from './payments/gateways/sandbox/index.ts'
import type { DeployHook } from './prices/deploy-hook.ts'

/** Passed to every service, so that none reads the clock, the environment or a global directly. */
export interface App {
  env: Env
  db: Database
  /** Contains the prices and hours of the content; `readCurrentCatalogue` returns the current ones. */
  catalogue: Catalogue
  /** Those of the content, of every location. */
  rooms: readonly Room[]
  /** Derives all booking secrets. */
  bookingKey: Buffer
  /** Encrypts the accounts that refunds are sent to. */
  refundAccountKey: Buffer
  gateways: Gateways
  mailer: Mailer
  billAttachments: BillAttachments
  deployHook: DeployHook | undefined
  /** Undefined when real gateways are used. */
  sandbox: Sandbox | undefined
  notifier: EventNotifier
  log: Log
  /** Returns the HTML of a built page. */
  readPage(path: string): string | undefined
  /** Milliseconds since the epoch. */
  now(): number
  /** False from the first stop signal on. */
  accepting: boolean
}

/** What a service returns for a call of the API. */
export type Result<Contract extends Endpoint> = Promise<Outcome<Output<Contract>>>
