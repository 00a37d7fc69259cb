import type { Selectable } from 'kysely'
import type { AccountingTables } from './schema/accounting.ts'
import type { BillTables } from './schema/bills.ts'
import type { BookingTables } from './schema/bookings.ts'
import type { ClosureTables } from './schema/closures.ts'
import type { MailTables } from './schema/mail.ts'
import type { MembershipTables } from './schema/memberships.ts'
import type { PaymentTables } from './schema/payments.ts'
import type { PriceTables } from './schema/prices.ts'
import type { RoomTables } from './schema/rooms.ts'
import type { SeatTables } from './schema/seats.ts'
import type { StaffTables } from './schema/staff.ts'
import type { SystemTables } from './schema/system.ts'
import type { TillTables } from './schema/till.ts'
import type { TourTables } from './schema/tours.ts'
import type { WaitingTables } from './schema/waiting.ts'

export interface Tables
  extends BookingTables,
    SeatTables,
    WaitingTables,
    RoomTables,
    ClosureTables,
    PaymentTables,
    BillTables,
    TillTables,
    AccountingTables,
    PriceTables,
    MembershipTables,
    TourTables,
    MailTables,
    StaffTables,
    SystemTables {}

export type Guest = Selectable<Tables['guests']>
export type Booking = Selectable<Tables['bookings']>
export type BookingChange = Selectable<Tables['booking_changes']>
export type Email = Selectable<Tables['emails']>
export type Payment = Selectable<Tables['payments']>
export type Refund = Selectable<Tables['refunds']>
export type HandoverNote = Selectable<Tables['handover_notes']>
export type CashUp = Selectable<Tables['cash_ups']>
export type Bill = Selectable<Tables['bills']>
export type BillCopy = Selectable<Tables['bill_copies']>
export type MonthArchive = Selectable<Tables['month_archives']>
export type Receipt = Selectable<Tables['receipts']>
export type Mailing = Selectable<Tables['mailings']>
export type Membership = Selectable<Tables['memberships']>
export type RoomReservation = Selectable<Tables['room_reservations']>
export type SeatBlock = Selectable<Tables['seat_blocks']>
export type StoredClosure = Selectable<Tables['closures']>
export type Tour = Selectable<Tables['tours']>
export type SeatOffer = Selectable<Tables['seat_offers']>
export type WaitingEntry = Selectable<Tables['waiting_entries']>
export type StaffAccount = Selectable<Tables['staff']>
export type TwoFactor = Selectable<Tables['two_factors']>
export type LoginAttempts = Selectable<Tables['login_attempts']>
export type Invitation = Selectable<Tables['invitations']>
export type StoredAuditEntry = Selectable<Tables['audit']>
