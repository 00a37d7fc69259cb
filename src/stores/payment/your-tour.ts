import { atom } from 'nanostores'
import { type Failure, formatFailure, type Outcome } from '#contract/failure.ts'
import { cancelTour, moveTour, readTour, type TourView } from '#contract/tours.ts'
import { call } from '../api.ts'
import { environment } from '../environment.ts'
import { withIdempotencyKey } from '../idempotency-key.ts'

export interface TourCredentials {
  tourId: string
  secret: string
}

type YourTour =
  | { state: 'loading' | 'not_found' }
  | { state: 'load_failed'; message: string }
  | { state: 'tour'; tour: TourView }

export const $yourTour = atom<YourTour>({ state: 'loading' })

interface TourChange {
  busy: boolean
  failure?: Failure
}
export const $tourChange = atom<TourChange>({ busy: false })

/** Shows the tour of a link and reads it again when the visitor returns. Returns a function that stops. */
export function openYourTour(credentials: TourCredentials): () => void {
  $yourTour.set({ state: 'loading' })
  $tourChange.set({ busy: false })
  void readYourTour(credentials)
  return environment().onReturn(() => void readYourTour(credentials))
}

let latestRead = 0

/** A failed request changes nothing that is shown. */
export async function readYourTour({ tourId: id, secret }: TourCredentials): Promise<void> {
  const read = ++latestRead
  const response = await call(readTour, {}, { params: { id }, secret })
  if (read !== latestRead) return
  if (response.ok) $yourTour.set({ state: 'tour', tour: response.value })
  else if (response.failure.code === 'not_found') $yourTour.set({ state: 'not_found' })
  else if ($yourTour.get().state !== 'tour')
    $yourTour.set({ state: 'load_failed', message: formatFailure(response.failure) })
}

export const moveYourTour = ({ tourId: id, secret }: TourCredentials, date: string, time: string): Promise<boolean> =>
  changeTour(['move tour', id, date, time], (idempotencyKey) =>
    call(moveTour, { date, time }, { params: { id }, secret, idempotencyKey }),
  )

export const cancelYourTour = ({ tourId: id, secret }: TourCredentials): Promise<boolean> =>
  changeTour(['cancel tour', id], (idempotencyKey) => call(cancelTour, {}, { params: { id }, secret, idempotencyKey }))

async function changeTour(
  action: readonly unknown[],
  send: (key: string) => Promise<Outcome<TourView>>,
): Promise<boolean> {
  if ($tourChange.get().busy) return false
  $tourChange.set({ busy: true })
  const response = await withIdempotencyKey(action, send)
  if (response.ok) {
    // A response to an earlier read is older.
    latestRead++
    $yourTour.set({ state: 'tour', tour: response.value })
  }
  $tourChange.set({ busy: false, ...(!response.ok && { failure: response.failure }) })
  return response.ok
}
