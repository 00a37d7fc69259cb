/**
 * What a build of the edition without a server is given, besides the content. All of it is in the pages' scripts, for
 * everyone to read. `build/edition.ts` reads and checks it.
 */
export interface EditionSettings {
  /** Who may open the staff area of this browser (spec §6). */
  staff: { email: string; password: string }
  /** Absent: the assistant is offline. */
  assistant?: { key: string; model: string }
  /** The merchant's code at eSewa's test environment; absent: eSewa is simulated. */
  esewaMerchant?: string
  /** Khalti's public key of its test environment; absent: Khalti is simulated. */
  khaltiPublicKey?: string
}

/** Where the model is asked from the browser itself (spec §7). */
export const MODEL_HOST = 'https://generativelanguage.googleapis.com'
