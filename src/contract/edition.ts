import type { Catalogue } from '#domain/catalogue.ts'

/** Settings of a build without a server. All of them are readable in the page scripts. */
export interface EditionSettings {
  business: Business
  staff: { email: string; password: string }
  /** Absent: the assistant is offline. */
  assistant?: { key: string; model: string }
}

export interface Business {
  /** The prices of the content, which staff may override. */
  catalogue: Catalogue
  holdMinutes: number
  transferHours: number
  verifyHours: number
  sameDayCutoffMinutes: number
  bank: { bankName: string; accountName: string; accountNumber: string; branch: string }
  /** Display names by method id. */
  methodNames: Readonly<Record<string, string>>
  /** The static code that QR payments are made from; the sample code has no account. */
  merchantQr: string
  /** The merchant's code at eSewa's test environment; if absent, eSewa is simulated. */
  esewaMerchant?: string
  /** If absent, Khalti's window is simulated. Verification is always simulated, because it needs a secret. */
  khaltiKey?: string
  simulatedReading?: true
  debugPanel: boolean
}
