/**
 * Whether the staff's ledger of this build can do more than keep lists: take walk-ins, move bookings, write notes and
 * mails, hand out tables, remember who changed what. Screens hide what it cannot.
 */
export const HAS_SERVER_FEATURES: boolean = import.meta.env.PUBLIC_BACKEND !== 'browser'
