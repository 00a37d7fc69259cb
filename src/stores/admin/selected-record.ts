import { atom } from 'nanostores'
import type { Failure, Outcome } from '#contract/failure.ts'
import { requireSession } from './session/session.ts'

export type Selected<Detail> =
  | { state: 'none' }
  | { state: 'loading'; id: string }
  | { state: 'open'; id: string; detail: Detail }
  | { state: 'failed'; id: string; failure: Failure }

export const getIdOf = (selected: Selected<unknown>): string | undefined =>
  selected.state === 'none' ? undefined : selected.id

/** The record that is open beside its list. */
export function createSelectedRecord<Detail>(read: (id: string) => Promise<Outcome<Detail>>) {
  const $selected = atom<Selected<Detail>>({ state: 'none' })
  let latestRequest = 0

  const getSelectedId = () => getIdOf($selected.get())

  /** Reads a record, or deselects; an open one stays open until the response. */
  function select(id: string | undefined): Promise<void> {
    latestRequest++
    const selected = $selected.get()
    if (!id) $selected.set({ state: 'none' })
    else if (selected.state !== 'open' || selected.id !== id) $selected.set({ state: 'loading', id })
    return reload()
  }

  async function reload(): Promise<void> {
    const id = getSelectedId()
    if (!id) return
    const request = ++latestRequest
    const outcome = await requireSession(read(id))
    if (request !== latestRequest) return
    if (outcome.ok) $selected.set({ state: 'open', id, detail: outcome.value })
    // A lost response does not close a form; the next event reloads the record.
    else if ($selected.get().state !== 'open' || outcome.failure.code === 'not_found')
      $selected.set({ state: 'failed', id, failure: outcome.failure })
  }

  /** Opens a known state of a record; responses to older reads are ignored. */
  function show(id: string, detail: Detail): void {
    latestRequest++
    $selected.set({ state: 'open', id, detail })
  }

  return { $selected, getSelectedId, select, reload, show }
}
