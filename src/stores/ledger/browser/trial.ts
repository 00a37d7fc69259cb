import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { TRIAL_PAYMENT } from '#domain/payment.ts'
import { environment } from '../../environment.ts'
import type { BookingHandle } from '../ledger.ts'
import { keepBooking } from './booking-record.ts'
import { business } from './business.ts'
import { atOnce } from './kept.ts'
import { instant } from './moving.ts'
import { newReference } from './placing.ts'

/** A payment without a booking: the specification's fallbacks, labelled as what it is (spec §3, decisions 18). */
export const beginTrial = (): Promise<BookingHandle> =>
  atOnce(() => {
    const { amount, planLabel, locationLabel, days } = TRIAL_PAYMENT
    const now = environment().now()
    const today = kathmanduDate(now)
    const booking = {
      id: newReference(now),
      customerName: 'Trial payment',
      email: '',
      phone: '',
      locationName: locationLabel,
      planName: planLabel,
      amount,
      status: 'held' as const,
      createdAt: instant(now),
      updatedAt: instant(now),
      version: 1,
      locationId: locationLabel,
      planId: planLabel,
      billing: 'monthly' as const,
      startDate: today,
      endDate: addDays(today, days - 1),
      startTime: null,
      endTime: null,
      seats: 0,
      periods: 1,
      lines: [{ kind: 'plan' as const, id: planLabel, label: planLabel, quantity: 1, unitAmount: amount, amount }],
      notes: '',
      company: '',
      expiresAt: instant(now + business().holdMinutes * 60_000),
      extensions: 0,
      payments: [],
      secret: environment().randomId(),
      key: '',
      asked: '',
      endedByStaff: false,
      trial: true,
    }
    keepBooking(booking)
    return { bookingId: booking.id, secret: booking.secret }
  })
