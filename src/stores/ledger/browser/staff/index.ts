import type { StaffLedger } from '../../../admin/ledger.ts'
import { cancel, confirm, readOne, reject, setCustomer } from './acts.ts'
import { day, stats, today } from './figures.ts'
import { listOfBookings, listOfMemberships, search } from './lists.ts'
import { changeMember, readMember } from './members.ts'
import { changePrices, priceList } from './prices.ts'
import { door, onDesk, session, signIn, signOut } from './who.ts'

/** What the screens of an edition without a server ask for; the rest is not offered. */
type Kept = Pick<
  StaffLedger,
  | 'door'
  | 'session'
  | 'signIn'
  | 'stay'
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
export const staffLedger: Kept = {
  door,
  session,
  signIn,
  stay: session,
  signOut,
  today: () => onDesk(today),
  day: (input) => onDesk(() => day(input)),
  stats: (input) => onDesk(() => stats(input)),
  search: (input) => onDesk(() => search(input)),
  bookings: (input) => onDesk(() => listOfBookings(input)),
  booking: (id) => onDesk(() => readOne(id)),
  confirmBooking: (id, input) => onDesk(() => confirm(id, input)),
  rejectBooking: (id, input) => onDesk(() => reject(id, input)),
  cancelBooking: (id, input) => onDesk(() => cancel(id, input)),
  changeCustomer: (id, input) => onDesk(() => setCustomer(id, input)),
  memberships: (input) => onDesk(() => listOfMemberships(input)),
  membership: (id) => onDesk(() => readMember(id)),
  changeMembership: (id, input) => onDesk(() => changeMember(id, input)),
  prices: () => onDesk(priceList),
  savePrices: (input) => onDesk(() => changePrices(input)),
}
