export const REASON_LENGTH = { min: 3, max: 500 } as const
export const isValidReason = (reason: string): boolean => reason.trim().length >= REASON_LENGTH.min

/** Actions of staff, customers and the system, with their labels in the audit log. */
export const AUDIT_ACTIONS = {
  refund_requested: 'Requested a refund',
  refund_recorded: 'Recorded a refund',
  membership_changed: 'Changed a membership',
  membership_expired: 'Membership expired',
  membership_cancelled: 'Membership ended with its booking',
  membership_revived: 'Membership reactivated with its booking',
  membership_moved: 'Moved a membership with its booking',
  membership_renewed: 'Renewed a membership',
  membership_renewal_cancelled: 'Cancelled the renewal of a membership',
  audit_exported: 'Exported the audit log',
  message_done: 'Marked a message as done',
  message_reopened: 'Reopened a message',
  subscriber_removed: 'Removed a newsletter subscriber',
  staff_invited: 'Invited a staff member',
  invitation_withdrawn: 'Withdrew an invitation',
  staff_joined: 'Accepted an invitation',
  staff_changed: 'Changed an account',
  staff_disabled: 'Disabled an account',
  staff_enabled: 'Enabled an account',
  password_linked: 'Created a link for a new password',
  password_changed: 'Changed a password',
  two_factor_on: 'Turned on two-factor sign-in',
  two_factor_off: 'Turned off two-factor sign-in',
  two_factor_reset: 'Reset two-factor sign-in',
  backup_codes_made: 'Created new backup codes',
  backup_code_used: 'Signed in with a backup code',
  signed_out_everywhere: 'Signed out everywhere',
  prices_changed: 'Changed prices',
  prices_put_back: 'Undid a price change',
  site_published: 'Published the site',
  booking_placed: 'Placed a booking',
  booking_confirmed: 'Confirmed a booking manually',
  booking_rejected: 'Rejected a booking',
  booking_cancelled: 'Cancelled a booking',
  booking_moved: 'Moved a booking',
  difference_taken: 'Recorded the price difference of a move',
  booking_change_opened: 'Started a move that has to be paid',
  booking_change_dropped: 'Cancelled a move that had to be paid',
  booking_changed: 'Changed a booking’s customer',
  booking_noted: 'Added a note',
  room_reserved: 'Reserved a room',
  room_released: 'Cancelled a room reservation',
  arrival_marked: 'Marked an arrival',
  arrival_taken_back: 'Unmarked an arrival',
  payment_link_sent: 'Sent a payment link',
  payment_link_copied: 'Copied a payment link',
  confirmation_resent: 'Resent the confirmation',
  link_reissued: 'Replaced the link of a booking',
  refund_account_set: 'Entered the account for a refund',
  refund_account_read: 'Read the account for a refund',
  bookings_exported: 'Exported bookings',
  memberships_exported: 'Exported memberships',
  payments_exported: 'Exported payments',
  mail_retried: 'Retried an email',
  mail_tested: 'Sent a test email',
  mailing_sent: 'Wrote to customers of a day',
  mailing_undone: 'Withdrew an email to customers of a day',
  tour_booked: 'Booked a tour',
  tour_moved: 'Moved a tour',
  tour_cancelled: 'Cancelled a tour',
  tour_link_reissued: 'Replaced the link of a tour',
  tour_outcome: 'Recorded whether a visitor came to a tour',
  refund_decided: 'Recorded the outcome of a refund',
  refund_found: 'Found a refund made at the gateway',
  payment_approved: 'Approved a payment',
  payment_rejected: 'Rejected a payment',
  payment_accepted: 'Accepted a payment with a different amount',
  payment_closed: 'Closed a refunded payment',
  payment_seen: 'Resolved a payment',
  payment_kept: 'Decided not to refund',
  closures_changed: 'Changed closed days',
  closure_handled: 'Dealt with a booking on closed days',
  closure_reopened: 'Marked a booking on closed days as open',
  place_given: 'Restored the seats of a late payment',
} as const satisfies Record<string, string>
export type AuditAction = keyof typeof AUDIT_ACTIONS

export const AUDIT_SUBJECT_LABELS = {
  booking: 'Booking',
  payment: 'Payment',
  membership: 'Membership',
  prices: 'Prices',
  message: 'Message',
  staff: 'Staff account',
  site: 'Website',
  mail: 'Email',
  mailing: 'Email to customers',
  tour: 'Tour',
  closures: 'Closed days',
} as const satisfies Record<string, string>
export type AuditSubject = keyof typeof AUDIT_SUBJECT_LABELS
export const AUDIT_SUBJECTS = Object.keys(AUDIT_SUBJECT_LABELS) as AuditSubject[]

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
