import type { Catalogue } from '#domain/catalogue.ts'

/**
 * What a build of the edition without a server is given, besides the content. All of it is in the pages' scripts, for
 * everyone to read. `build/edition.ts` reads and checks it.
 */
export interface EditionSettings {
  business: Business
  /** The staff account of this browser. */
  staff: { email: string; password: string }
  /** Absent: the assistant is offline. */
  assistant?: { key: string; model: string }
}

/** Host of the model in the edition that queries it from the browser. */
export const MODEL_HOST = 'https://generativelanguage.googleapis.com'

/** What a server knows of the business by its content and its settings. */
export interface Business {
  /** With the prices of the content, which staff may stand others over. */
  catalogue: Catalogue
  holdMinutes: number
  transferHours: number
  verifyHours: number
  sameDayCutoffMinutes: number
  bank: { bankName: string; accountName: string; accountNumber: string; branch: string }
  /** What each payment method is called, by its id. */
  methodNames: Readonly<Record<string, string>>
  /** The static code that QR payments are made from; the sample leads to no account. */
  merchantQr: string
  /** The merchant's code at eSewa's test environment; absent: eSewa is simulated. */
  esewaMerchant?: string
  /** Khalti's public key; absent: its window is simulated. What it says is checked with a secret, so that is either way. */
  khaltiKey?: string
  /** Demo setting: the reading of a receipt is simulated, and the screen says so. */
  simulatedReading?: true
  debugPanel: boolean
}
