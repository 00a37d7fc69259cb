import { readClosures } from '#contract/closures.ts'
import { bare, type ValidCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = bare(readClosures)
