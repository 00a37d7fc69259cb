import { beforeEach, describe, expect, test } from 'vitest'
import type { BookingDetail } from '#contract/admin/booking.ts'
import { cancel, setCustomer } from '#stores/admin/bookings/acts.ts'
import {
  $acting,
  $opened,
  beginForm,
  closeBooking,
  endForm,
  hearOpened,
  openBooking,
} from '#stores/admin/bookings/opened.ts'
import { row, settle, type Tab, withTab } from './desk.ts'

let tab: Tab
withTab((opened) => {
  tab = opened
})

const customer = {
  firstName: 'Nisha',
  lastName: 'Karki',
  email: 'nisha@example.com',
  phone: '+9779841234567',
  company: '',
}
/** What these tests read of a booking. */
const detail = (over: Partial<BookingDetail> = {}) => ({ ...row(1), ...customer, ...over }) as BookingDetail
const renamed = { lastName: 'Rai', customerName: 'Nisha Rai', version: 2 }
const shown = () => {
  const opened = $opened.get()
  return opened.state === 'open' ? opened.detail : undefined
}

beforeEach(async () => {
  openBooking(row(1).bookingId)
  await tab.next.answer(200, detail())
  return () => {
    endForm()
    closeBooking()
  }
})

/** A colleague's change comes by the stream. */
async function hear(over: Partial<BookingDetail>) {
  hearOpened(row(1))
  await tab.next.answer(200, detail(over))
}

describe('two who change one booking', () => {
  test('what a form sends says which booking it was opened for, whatever came meanwhile', async () => {
    beginForm()
    await hear(renamed)
    void setCustomer({ ...customer, firstName: 'Nima' })
    expect(tab.next.body).toMatchObject({ version: 1 })
  })

  test('a change that comes under an open form is said at once', async () => {
    beginForm()
    await hear(renamed)
    expect($acting.get().overtaken).toEqual({
      before: { customerName: 'Nisha Karki' },
      after: { customerName: 'Nisha Rai' },
    })
  })

  test('a change that comes while no form is open is only shown', async () => {
    await hear(renamed)
    expect(shown()?.lastName).toBe('Rai')
    expect($acting.get().overtaken).toBeUndefined()
  })

  test('the second is told once what changed, and then goes on from there', async () => {
    beginForm()
    void cancel('they called')
    await tab.next.answer(409, { error: { code: 'changed_meanwhile', current: detail(renamed) } })
    expect($acting.get()).toMatchObject({ busy: false, overtaken: { after: { customerName: 'Nisha Rai' } } })
    expect(shown()?.version).toBe(2)
    void cancel('they called')
    expect(tab.next.body).toEqual({ version: 2, reason: 'they called' })
  })

  test('without a form an act is about the booking in sight', async () => {
    beginForm()
    endForm()
    await hear(renamed)
    void cancel('they called')
    expect(tab.next.body).toMatchObject({ version: 2 })
    await settle()
  })
})
