import type { StaffLedger } from '../../../admin/ledger.ts'
import {
  cancelSelected,
  confirmWithPayment,
  readBookingDetail,
  rejectSelected,
  updateCustomer,
} from './booking-actions.ts'
import { queryBookings, queryMemberships, search } from './lists.ts'
import { readMembershipRow, updateMembership } from './memberships.ts'
import { readPriceList, updatePrices } from './prices.ts'
import { reportDay, reportStats, reportToday } from './reports.ts'
import { readSignInStatus, requireSession, session, signIn, signOut } from './session.ts'

/** The calls that this edition supports. */
export const staffLedger = {
  readSignInStatus,
  session,
  signIn,
  staySignedIn: session,
  signOut,
  today: requireSession(reportToday),
  day: requireSession(reportDay),
  stats: requireSession(reportStats),
  search: requireSession(search),
  bookings: requireSession(queryBookings),
  booking: requireSession(readBookingDetail),
  confirmBooking: requireSession(confirmWithPayment),
  rejectBooking: requireSession(rejectSelected),
  cancelBooking: requireSession(cancelSelected),
  changeCustomer: requireSession(updateCustomer),
  memberships: requireSession(queryMemberships),
  membership: requireSession(readMembershipRow),
  changeMembership: requireSession(updateMembership),
  prices: requireSession(readPriceList),
  savePrices: requireSession(updatePrices),
} satisfies Partial<StaffLedger>
