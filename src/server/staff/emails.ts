import { formatInstant } from '#domain/calendar.ts'
import { ROLE_LABELS, type Role } from '#domain/staff.ts'
import { getBrand } from '../catalogue.ts'
import type { EmailContent } from '../mail/mailer.ts'

const IF_NOT_YOU = 'If this was not you, tell the owner immediately and choose a new password.'

export const invitationEmail = (to: string, by: string, role: Role, link: string, expiresAt: number): EmailContent => ({
  to,
  kind: 'account',
  validUntil: expiresAt,
  subject: `${by} invites you to the staff area of ${getBrand().name}`,
  text: [
    `You are invited to the staff area of ${getBrand().name} as: ${ROLE_LABELS[role]}.`,
    '',
    `Open this link to choose your name and your password. The link works once, until ${formatInstant(expiresAt)}:`,
    link,
    '',
    'If you did not expect this email, ignore it.',
  ].join('\n'),
})

export const passwordLinkEmail = (to: string, by: string, link: string, expiresAt: number): EmailContent => ({
  to,
  kind: 'account',
  validUntil: expiresAt,
  subject: `A new password for the staff area of ${getBrand().name}`,
  text: [
    `${by} created a link for you to choose a new password. The link works once, until ${formatInstant(expiresAt)}:`,
    link,
    '',
    'Your current password works until you choose a new one.',
  ].join('\n'),
})

/** Sent after every change, so that the owner of an account learns of one made by another person. */
export const passwordChangedEmail = (account: { email: string }): EmailContent => ({
  to: account.email,
  kind: 'account',
  subject: `Your password for ${getBrand().name} was changed`,
  text: `The password of your staff account was changed, and every other browser was signed out.\n\n${IF_NOT_YOU}`,
})

const TWO_FACTOR_CHANGES = {
  on: 'Signing in to your staff account now requires a code from your authenticator app.',
  off: 'Signing in to your staff account no longer requires a code.',
  reset:
    'The two-factor sign-in of your staff account was reset: you now sign in with your password only. Please set it up again.',
} as const

export const twoFactorChangedEmail = (
  account: { email: string },
  change: keyof typeof TWO_FACTOR_CHANGES,
): EmailContent => ({
  to: account.email,
  kind: 'account',
  subject: `Two-factor sign-in was ${change === 'reset' ? 'reset' : `turned ${change}`}`,
  text: `${TWO_FACTOR_CHANGES[change]}\n\n${IF_NOT_YOU}`,
})
