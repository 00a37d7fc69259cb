import { atom } from 'nanostores'
import type { BookingView } from '#contract/bookings.ts'
import { formatFailure } from '#contract/failure.ts'
import { isOpenBooking } from '#domain/booking.ts'
import { loadClosures } from '../closures.ts'
import {
  $currentBooking,
  clearCurrentBooking,
  getPaymentUrl,
  parseCurrentBooking,
  setCurrentBooking,
  takeBookingFromLink,
} from '../current-booking.ts'
import { environment } from '../environment.ts'
import { type BookingCredentials, ledger } from '../ledger/index.ts'
import { $ownTours, forgetOwnTour } from '../own-tours.ts'
import { $site, loadSite } from '../site.ts'
import { readTabValue, writeTabValue } from '../storage.ts'
import type { TourCredentials } from './your-tour.ts'

/** What `/your-booking` shows. */
type YourBookingScreen =
  /** Before the script has read the address. */
  | { state: 'initial' }
  | { state: 'loading' }
  /** Asks for a reference or an email. `linkEnded`: the opened link is wrong or no longer valid. */
  | { state: 'find'; linkEnded: boolean }
  | { state: 'load_failed'; message: string }
  | { state: 'booking'; booking: BookingView }
  /** Read by its own store. */
  | { state: 'tour'; credentials: TourCredentials }

export const $yourBooking = atom<YourBookingScreen>({ state: 'initial' })

/** This browser also has a booking that is not paid, which the opened link did not replace. */
export const $hasOtherUnpaidBooking = atom(false)

/** From the link that opened this history entry, or a tour of this browser; `null` for the booking stored in this browser. */
let linked: BookingCredentials | null = null

/** The booking that is shown, with the secret that opens it: every action on it sends both. */
export const getYourCredentials = (): BookingCredentials | null => linked ?? $currentBooking.get()

/** Starts the page. Returns a function that stops it. */
export function openYourBooking(): () => void {
  linked = readLink()
  $hasOtherUnpaidBooking.set(false)
  if (!applyLink()) openOwnTour()
  reloadYourBooking()
  const stops = [
    environment().onReturn((from) => {
      // The visitor may have forgotten the booking on a later page.
      if (from === 'cache') linked = readLink()
      void refreshYourBooking()
    }),
    // Opening another link on this page changes only the fragment.
    environment().onAddressChange(() => applyLink() && reloadYourBooking()),
  ]
  return () => {
    for (const stop of stops) stop()
    stopDeadline()
  }
}

/** The history entry keeps the link through a reload; stored bookings stay until it is known to be valid. */
function applyLink(): boolean {
  const credentials = takeBookingFromLink()
  if (!credentials) return false
  linked = credentials
  const { bookingId, secret } = credentials
  writeTabValue(LINKS_KEY, { ...readLinks(), [bookingId]: secret })
  // Without storage, only the entry survives a reload.
  environment().writeHistoryState(readLinks()[bookingId] === secret ? { bookingId } : credentials)
  return true
}

/**
 * The secrets of the links that were opened in this tab, by booking. History entries contain only the booking's id,
 * so that forgetting a booking applies to all of them.
 */
const LINKS_KEY = 'opened-links'

const readLinks = (): Record<string, unknown> => ({ ...(readTabValue(LINKS_KEY) as object | undefined) })

function readLink(): BookingCredentials | null {
  const { bookingId, secret } = { ...(environment().readHistoryState() as Partial<BookingCredentials> | null) }
  return bookingId ? parseCurrentBooking({ bookingId, secret: secret ?? readLinks()[bookingId] }) : null
}

function forgetLink(bookingId: string): void {
  const { [bookingId]: _, ...others } = readLinks()
  writeTabValue(LINKS_KEY, others)
  linked = null
  environment().writeHistoryState(null)
}

/** Without a booking, the page shows the latest tour that was booked in this browser. */
function openOwnTour(): void {
  const [tour] = $ownTours.get()
  if (tour && !getYourCredentials()) linked = { bookingId: tour.tourId, secret: tour.secret }
}

export function reloadYourBooking(): void {
  $yourBooking.set({ state: 'loading' })
  void refreshYourBooking()
}

/** Reads the booking again. A failed request changes nothing that is shown. */
export async function refreshYourBooking(): Promise<void> {
  const credentials = getYourCredentials()
  if (!credentials) return showFindForm()
  const isLatest = startRead()
  if (credentials.bookingId.startsWith(TOUR_PREFIX)) return showTour(credentials)
  // Both add lines to the page, which would move what is below them if they were shown later.
  const [response] = await Promise.all([ledger.read(credentials), $site.get() ?? loadSite(), loadClosures()])
  if (!isLatest()) return
  if (response.ok) {
    await storeUnlessUnpaid(credentials)
    if (isLatest()) show(response.value)
    return
  }
  if (response.failure.code === 'not_found') return showFindForm()
  if ($yourBooking.get().state !== 'booking')
    $yourBooking.set({ state: 'load_failed', message: formatFailure(response.failure) })
}

/** Links of tours open the same page. */
const TOUR_PREFIX = 'TR-'

function showTour({ bookingId: tourId, secret }: BookingCredentials): void {
  const screen = $yourBooking.get()
  const isShown = screen.state === 'tour' && screen.credentials.tourId === tourId
  if (!isShown) $yourBooking.set({ state: 'tour', credentials: { tourId, secret } })
}

/** Removes the shown tour from this browser, such as a shared computer. Its link still opens it. */
export function forgetYourTour(): void {
  const credentials = getYourCredentials()
  if (!credentials) return
  forgetOwnTour({ tourId: credentials.bookingId, secret: credentials.secret })
  forgetLink(credentials.bookingId)
  reloadYourBooking()
}

/** Shows the booking that an action returned. */
export function showYourBooking(booking: BookingView): void {
  startRead()
  show(booking)
}

let stopDeadline = () => {}

/** Reads the booking again when its hold, or that of its new dates, ends. */
function show(booking: BookingView): void {
  $yourBooking.set({ state: 'booking', booking })
  stopDeadline()
  const expiresAt = booking.change?.expiresAt ?? booking.expiresAt
  if (expiresAt !== null && expiresAt > booking.now)
    stopDeadline = environment().later(() => void refreshYourBooking(), Date.parse(expiresAt) - Date.parse(booking.now))
}

/** Removes the shown booking and its draft from this browser, such as a shared computer. Its link still opens it. */
export function forgetYourBooking(): void {
  const bookingId = getYourCredentials()?.bookingId
  const screen = $yourBooking.get()
  if (!bookingId || screen.state !== 'booking') return
  if ($currentBooking.get()?.bookingId === bookingId) clearCurrentBooking()
  // Imported only here, because the page does not need the wizard.
  import('../booking/forget-booking.ts').then(
    ({ forgetBooking }) => forgetBooking(bookingId, screen.booking.contact.email),
    () => {},
  )
  forgetLink(bookingId)
  $hasOtherUnpaidBooking.set(false)
  stopDeadline()
  reloadYourBooking()
}

/** Replaces the stored booking, because the visitor chose to pay this one. */
export function payYourBooking(): void {
  if (!getYourCredentials()) return
  storeYourBooking()
  environment().navigate(getPaymentUrl())
}

/** Makes it the booking of this browser, whose hold the wizard replaces. */
export function storeYourBooking(): void {
  const credentials = getYourCredentials()
  if (credentials && $currentBooking.get()?.bookingId !== credentials.bookingId) setCurrentBooking(credentials)
}

const showFindForm = (): void => $yourBooking.set({ state: 'find', linkEnded: linked !== null })

let latestRead = 0

/** Returns whether this is still the latest read. */
function startRead(): () => boolean {
  const read = ++latestRead
  return () => read === latestRead
}

/** Makes a linked booking that of this browser, unless this would lose one that still has to be paid. */
async function storeUnlessUnpaid(credentials: BookingCredentials): Promise<void> {
  const stored = $currentBooking.get()
  if (stored?.bookingId === credentials.bookingId) {
    // A reissued link has another secret.
    if (stored.secret !== credentials.secret) $currentBooking.set({ ...stored, ...credentials })
    return
  }
  const response = stored && (await ledger.read(stored))
  if ($currentBooking.get() !== stored) return
  const isUnpaid = response?.ok === true && isOpenBooking(response.value.status)
  $hasOtherUnpaidBooking.set(isUnpaid)
  if (!response || (response.ok && !isUnpaid) || (!response.ok && response.failure.code === 'not_found'))
    setCurrentBooking(credentials)
}
