import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { TRIAL_PAYMENT } from '#domain/payment.ts'
import { environment } from '../../environment.ts'
import type { BookingCredentials } from '../ledger.ts'
import { type BookingRecord, saveBooking } from './booking-record.ts'
import { getClosingTime } from './payment-methods.ts'
import { createHold } from './place-booking.ts'
import { withStorageLock } from './record-storage.ts'

/** Starts a trial payment without a booking, labelled as a trial. */
export const startTrial = (): Promise<BookingCredentials> =>
  withStorageLock(() => {
    const { amount, planLabel, locationLabel, days } = TRIAL_PAYMENT
    const now = environment().now()
    const today = kathmanduDate(now)
    const endDate = addDays(today, days - 1)
    const booking: BookingRecord = {
      ...createHold(now, getClosingTime({ locationId: locationLabel, endDate })),
      customerName: 'Trial payment',
      email: '',
      phone: '',
      locationName: locationLabel,
      planName: planLabel,
      amount,
      locationId: locationLabel,
      planId: planLabel,
      billing: 'monthly',
      startDate: today,
      endDate,
      startTime: null,
      endTime: null,
      seats: 0,
      periods: 1,
      lines: [{ kind: 'plan', id: planLabel, label: planLabel, quantity: 1, unitAmount: amount, amount }],
      notes: '',
      company: '',
      key: '',
      asked: '',
      trial: true,
    }
    saveBooking(booking)
    return { bookingId: booking.id, secret: booking.secret }
  })
