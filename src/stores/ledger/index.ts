import type { Ledger } from './ledger.ts'
import { serverLedger } from './server.ts'

/** The ledger of this build. */
export const ledger: Ledger = serverLedger
