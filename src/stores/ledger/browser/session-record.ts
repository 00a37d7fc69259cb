import * as z from 'zod/mini'
import { isLost } from '../../keeper.ts'
import { forget, keep, readKept } from './kept.ts'
import { instantText } from './record.ts'

/** Who is signed in to the staff area of this browser. */
const sessionShape = z.object({ email: z.string().check(z.minLength(3), z.maxLength(254)), loggedInAt: instantText })
export type SessionRecord = z.output<typeof sessionShape>

const NAME = 'admin_session_v1'

export const readSession = (): SessionRecord | undefined => sessionShape.safeParse(readKept(NAME)).data
export const keepSession = (session: SessionRecord): void => keep(NAME, session)
/** Whether not even the next page of this tab would find it. */
export const isSessionLost = (): boolean => isLost(NAME)
export const endSession = (): void => forget(NAME)
