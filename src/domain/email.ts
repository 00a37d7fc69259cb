/** An `account` email contains a sign-in link, so only its recipient may read it. */
export const EMAIL_KINDS = ['message', 'account'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** Which bills of its booking an email carries: those that were never emailed, or all of them again. */
export type EmailBills = 'new' | 'all'

/** `waiting` is retried automatically, `failed` is not. */
export const UNDELIVERED_STATES = ['waiting', 'sending', 'failed'] as const
export type UndeliveredState = (typeof UNDELIVERED_STATES)[number]

/** Links contain the secrets of bookings and accounts. */
export const redactLinks = (text: string): string => text.replace(/https?:\/\/\S+/g, '[link]')
