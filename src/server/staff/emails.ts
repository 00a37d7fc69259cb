import { formatInstant } from '#domain/calendar.ts'
import { ROLE_LABELS, type Role } from '#domain/staff.ts'
import { getBrand } from '../catalogue.ts'
import type { EmailMessage } from '../mail/mailer.ts'

type EmailContent = Omit<EmailMessage, 'id'>

const IF_NOT_YOU = 'If this was not you, tell the owner at once, and choose a new password.'

/** To somebody who is asked to join the staff. */
export const invitationEmail = (to: string, by: string, role: Role, link: string, expiresAt: number): EmailContent => ({
  to,
  kind: 'account',
  validUntil: expiresAt,
  subject: `${by} invites you to the staff area of ${getBrand().name}`,
  text: [
    `You are invited to the staff area of ${getBrand().name} as: ${ROLE_LABELS[role]}.`,
    '',
    `Open this link to choose your name and your password. It works once, until ${formatInstant(expiresAt)}:`,
    link,
    '',
    'If you do not know what this is about, do nothing.',
  ].join('\n'),
})

/** To somebody who has forgotten their password. */
export const passwordLinkEmail = (to: string, by: string, link: string, expiresAt: number): EmailContent => ({
  to,
  kind: 'account',
  validUntil: expiresAt,
  subject: `A new password for the staff area of ${getBrand().name}`,
  text: [
    `${by} has made a link for you to choose a new password. It works once, until ${formatInstant(expiresAt)}:`,
    link,
    '',
    'Until then your password stays as it is.',
  ].join('\n'),
})

/** Every change of how somebody gets in is told to them, so that they hear of one that they did not make. */
export const passwordChangedEmail = (who: { email: string }): EmailContent => ({
  to: who.email,
  kind: 'account',
  subject: `Your password for ${getBrand().name} was changed`,
  text: `The password of your staff account was changed, and every other browser was signed out.\n\n${IF_NOT_YOU}`,
})

const TWO_FACTOR_CHANGES = {
  on: 'Signing in to your staff account now asks for a code of your authenticator app.',
  off: 'Signing in to your staff account no longer asks for a code.',
  reset:
    'The two-factor sign-in of your staff account was reset: your password alone signs you in. Please set it up again.',
} as const

export const twoFactorChangedEmail = (
  who: { email: string },
  change: keyof typeof TWO_FACTOR_CHANGES,
): EmailContent => ({
  to: who.email,
  kind: 'account',
  subject: `Two-factor sign-in was ${change === 'reset' ? 'reset' : `switched ${change}`}`,
  text: `${TWO_FACTOR_CHANGES[change]}\n\n${IF_NOT_YOU}`,
})
