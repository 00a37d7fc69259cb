import { atom } from 'nanostores'
import { readClosures } from '#contract/closures.ts'
import type { ListedClosure } from '#domain/closure.ts'
import { call } from './api.ts'

/** Closed days and other hours; none until they have loaded. */
export const $closures = atom<readonly ListedClosure[]>([])

/** Without a response the known ones stay: the server decides. */
export async function loadClosures(): Promise<void> {
  const response = await call(readClosures, {})
  if (response.ok) $closures.set(response.value.closures)
}
