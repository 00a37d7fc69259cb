import { addDays, kathmanduDate } from '#domain/calendar.ts'
import { TRIAL_PAYMENT } from '#domain/payment.ts'
import { environment } from '../../environment.ts'
import type { Ledger } from '../index.ts'
import { createBookingRecord, saveBooking } from './booking-record.ts'
import { getClosingTime } from './method-offers.ts'
import { createHold } from './place-booking.ts'
import { withStorageLock } from './record-storage.ts'

export const startTrial: Ledger['startTrial'] = () =>
  withStorageLock(() => {
    const { amount, planLabel, locationLabel, days } = TRIAL_PAYMENT
    const now = environment().now()
    const today = kathmanduDate(now)
    const endDate = addDays(today, days - 1)
    const booking = createBookingRecord({
      ...createHold(now, getClosingTime({ locationId: locationLabel, endDate })),
      customerName: 'Trial payment',
      locationName: locationLabel,
      planName: planLabel,
      amount,
      locationId: locationLabel,
      planId: planLabel,
      startDate: today,
      endDate,
      lines: [{ kind: 'plan', id: planLabel, label: planLabel, quantity: 1, unitAmount: amount, amount }],
      trial: true,
    })
    saveBooking(booking)
    return { bookingId: booking.id, secret: booking.secret }
  })
