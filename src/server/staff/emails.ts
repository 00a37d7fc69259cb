import { formatInstant } from '#domain/calendar.ts'
import { ROLE_LABELS, type Role } from '#domain/staff.ts'
import { getBrand } from '../catalogue.ts'
import { type EmailContent, note, paragraph } from '../mail/content.ts'

const IF_NOT_YOU = 'If this was not you, tell the owner immediately and choose a new password.'

export const invitationEmail = (to: string, by: string, role: Role, link: string, expiresAt: number): EmailContent => ({
  to,
  kind: 'account',
  validUntil: expiresAt,
  subject: `${by} invites you to the staff area of ${getBrand().name}`,
  blocks: [
    paragraph(`You are invited to the staff area of ${getBrand().name} as: ${ROLE_LABELS[role]}.`),
    paragraph(
      `Open this link to choose your name and your password. The link works once, until ${formatInstant(expiresAt)}.`,
    ),
  ],
  link: { label: 'Choose your password', href: link },
  reason: `You get this email because ${by} entered your address. If you did not expect it, ignore it.`,
})

export const passwordLinkEmail = (to: string, by: string, link: string, expiresAt: number): EmailContent => ({
  to,
  kind: 'account',
  validUntil: expiresAt,
  subject: `A new password for the staff area of ${getBrand().name}`,
  blocks: [
    paragraph(
      `${by} created a link for you to choose a new password. The link works once, until ${formatInstant(expiresAt)}.`,
    ),
    paragraph('Your current password works until you choose a new one.'),
  ],
  link: { label: 'Choose a new password', href: link },
  reason: ACCOUNT_REASON,
})

/** Sent after every change, so that the owner of an account learns of one made by another person. */
export const passwordChangedEmail = (account: { email: string }): EmailContent => ({
  to: account.email,
  kind: 'account',
  subject: `Your password for ${getBrand().name} was changed`,
  blocks: [
    paragraph('The password of your staff account was changed, and every other browser was signed out.'),
    note(IF_NOT_YOU),
  ],
  reason: ACCOUNT_REASON,
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
  blocks: [paragraph(TWO_FACTOR_CHANGES[change]), note(IF_NOT_YOU)],
  reason: ACCOUNT_REASON,
})

const ACCOUNT_REASON = 'You get this email because you have a staff account with this address.'
