/** Letters of a reason that staff give. */
export const REASON_LENGTH = { least: 3, most: 500 } as const
export const isValidReason = (typed: string): boolean => typed.trim().length >= REASON_LENGTH.least

/** Everything that staff, or the product by itself, do to what staff look after; the words that the audit shows. */
export const AUDIT_ACTIONS = {
  refund_requested: 'Asked for a refund',
  refund_recorded: 'Recorded a refund',
  membership_changed: 'Changed a membership',
  membership_expired: 'Membership ran out',
  membership_cancelled: 'Membership ended with its booking',
  membership_revived: 'Membership came back with its booking',
  membership_moved: 'Moved a membership with its booking',
  audit_exported: 'Exported the audit',
  message_done: 'Marked a message as done',
  message_reopened: 'Reopened a message',
  subscriber_removed: 'Took an address off the newsletter',
  staff_invited: 'Invited somebody to the staff',
  invitation_withdrawn: 'Withdrew an invitation',
  staff_joined: 'Joined the staff',
  staff_changed: 'Changed an account',
  staff_disabled: 'Disabled an account',
  staff_enabled: 'Enabled an account',
  password_linked: 'Made a link for a new password',
  password_changed: 'Changed a password',
  two_factor_on: 'Switched two-factor sign-in on',
  two_factor_off: 'Switched two-factor sign-in off',
  two_factor_reset: 'Reset two-factor sign-in',
  backup_codes_made: 'Made new backup codes',
  backup_code_used: 'Signed in with a backup code',
  signed_out_everywhere: 'Signed out everywhere',
  prices_changed: 'Changed prices',
  prices_put_back: 'Took a change of prices back',
  site_published: 'Had the site built anew',
  booking_placed: 'Placed a booking',
  booking_confirmed: 'Confirmed a booking by hand',
  booking_rejected: 'Rejected a booking',
  booking_cancelled: 'Cancelled a booking',
  booking_moved: 'Moved a booking',
  difference_taken: 'Took the difference of a move',
  booking_changed: 'Changed a booking’s customer',
  booking_noted: 'Wrote a note',
  arrival_marked: 'Marked an arrival',
  arrival_taken_back: 'Took an arrival back',
  payment_link_sent: 'Sent the link to pay',
  payment_link_copied: 'Copied the link to pay',
  confirmation_resent: 'Sent the confirmation again',
  bookings_exported: 'Exported bookings',
  memberships_exported: 'Exported memberships',
  payments_exported: 'Exported payments',
  mail_retried: 'Retried an email',
  mail_tested: 'Sent a test email',
  refund_decided: 'Said how a refund ended',
  refund_found: 'Found a refund made at the gateway',
  payment_approved: 'Approved a payment',
  payment_rejected: 'Rejected a payment',
  payment_accepted: 'Took a payment that differs',
  payment_closed: 'Closed a payment that went back',
  payment_seen: 'Looked after a payment',
  payment_kept: 'Decided that nothing goes back',
  place_given: 'Gave a late payment its place',
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof AUDIT_ACTIONS

export const AUDIT_SUBJECTS = [
  'booking',
  'payment',
  'membership',
  'prices',
  'message',
  'staff',
  'site',
  'mail',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

export const AUDIT_SUBJECT_LABELS: Readonly<Record<AuditSubject, string>> = {
  booking: 'Booking',
  payment: 'Payment',
  membership: 'Membership',
  prices: 'Prices',
  message: 'Message',
  staff: 'Staff account',
  site: 'Website',
  mail: 'Email',
}

/** The fields that differ, as they were and as they are; what is the same is left out. */
export function diffFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.filter((name) => name in values).map((name) => [name, values[name]]))
  return { before: only(before), after: only(after) }
}
