import { act } from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { BookingView } from '#contract/bookings.ts'
import type { VisitContent } from '#islands/payment/your-booking/visit.ts'
import { mount } from '../islands/booking/mount.ts'
import { BOOKING_ID, errorResponse, Payer, waitForRequests } from '../stores/payment/payer.ts'
import { bookingView } from './booking-view.ts'
import type { Environment } from './environment.ts'
import { SELLER } from './seller.ts'

const NO_VISIT: VisitContent = { locations: [], whatsapp: '+977 910 000 0000' }

// Outside the time limit of the first test.
beforeAll(async () => {
  await import('#islands/payment/YourBooking.tsx')
  await import('#islands/payment/your-booking/BookingDetails.tsx')
})
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => vi.unstubAllGlobals())

interface Options {
  path?: string
  visit?: VisitContent
  environment?: Partial<Environment> | undefined
}

/** Opens the page of a booking by its link in a new browser; `null` for a link that opens none. */
export async function openYourBooking(booking: Partial<BookingView> | null, options: Options = {}): Promise<Payer> {
  const visitor = new Payer()
  visitor.server.overrides[`GET /api/bookings/${BOOKING_ID}`] = () =>
    booking ? { status: 200, body: bookingView(booking) } : errorResponse(404, 'not_found')
  await mountYourBooking(visitor, { path: `/your-booking#${BOOKING_ID}.s3cret`, ...options })
  return visitor
}

/** Opens `/your-booking` in this browser, and waits until it has loaded. */
export async function mountYourBooking(
  visitor: Payer,
  { path = '/your-booking', visit = NO_VISIT, environment = {} }: Options,
): Promise<void> {
  const page = await visitor.open(path)
  page.replaceEnvironment(environment)
  page.close()
  const { default: YourBooking } = await import('#islands/payment/YourBooking.tsx')
  await mount(<YourBooking methods={[{ id: 'stripe', name: 'Card' }]} seller={SELLER} visit={visit} />)
  await finishLoading()
}

/** Waits for requests, and for lazy parts before and after them. */
export async function finishLoading(): Promise<void> {
  await act(vi.dynamicImportSettled)
  await act(waitForRequests)
  await act(vi.dynamicImportSettled)
}

export const pageText = (): string => document.body.textContent?.replaceAll('\u00a0', ' ') ?? ''
export const pageHeading = (): HTMLHeadingElement | null => document.querySelector('h1')
