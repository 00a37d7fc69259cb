/** A mail about a staff account carries a link that signs its reader in; nobody else may read it. */
export const EMAIL_KINDS = ['message', 'account'] as const
export type EmailKind = (typeof EMAIL_KINDS)[number]

/** `waiting` is attempted again without anyone's help, `failed` is not. */
export const UNDELIVERED_STATES = ['waiting', 'sending', 'failed'] as const
export type UndeliveredState = (typeof UNDELIVERED_STATES)[number]

/** Links carry the secrets of bookings and accounts. */
export const redactLinks = (text: string): string => text.replace(/https?:\/\/\S+/g, '[link]')
