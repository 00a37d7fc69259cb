import { atom } from 'nanostores'
import type { ListedClosure } from '#domain/closure.ts'

/** The browser edition has no closed days. */
export const $closures = atom<readonly ListedClosure[]>([])

export const loadClosures = async (): Promise<void> => {}
