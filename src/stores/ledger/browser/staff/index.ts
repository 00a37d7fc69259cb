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

/** What the screens of an edition without a server ask for; the rest is not offered. */
type SupportedCalls = Pick<
  StaffLedger,
  | 'readSignInStatus'
  | 'session'
  | 'signIn'
  | 'staySignedIn'
  | 'signOut'
  | 'today'
  | 'day'
  | 'stats'
  | 'search'
  | 'bookings'
  | 'booking'
  | 'confirmBooking'
  | 'rejectBooking'
  | 'cancelBooking'
  | 'changeCustomer'
  | 'memberships'
  | 'membership'
  | 'changeMembership'
  | 'prices'
  | 'savePrices'
>

/** The staff's ledger of the edition without a server: what this browser keeps, for who is signed in to it. */
export const staffLedger: SupportedCalls = {
  readSignInStatus,
  session,
  signIn,
  staySignedIn: session,
  signOut,
  today: () => requireSession(reportToday),
  day: (input) => requireSession(() => reportDay(input)),
  stats: (input) => requireSession(() => reportStats(input)),
  search: (input) => requireSession(() => search(input)),
  bookings: (input) => requireSession(() => queryBookings(input)),
  booking: (id) => requireSession(() => readBookingDetail(id)),
  confirmBooking: (id, input) => requireSession(() => confirmWithPayment(id, input)),
  rejectBooking: (id, input) => requireSession(() => rejectSelected(id, input)),
  cancelBooking: (id, input) => requireSession(() => cancelSelected(id, input)),
  changeCustomer: (id, input) => requireSession(() => updateCustomer(id, input)),
  memberships: (input) => requireSession(() => queryMemberships(input)),
  membership: (id) => requireSession(() => readMembershipRow(id)),
  changeMembership: (id, input) => requireSession(() => updateMembership(id, input)),
  prices: () => requireSession(readPriceList),
  savePrices: (input) => requireSession(() => updatePrices(input)),
}
