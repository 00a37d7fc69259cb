import * as z from 'zod/mini'
import { isOnlyInMemory } from '../../storage.ts'
import { instantField } from './record-fields.ts'
import { deleteKey, readJson, writeJson } from './record-storage.ts'

/** Who is signed in to the staff area of this browser. */
const sessionSchema = z.object({ email: z.string().check(z.minLength(3), z.maxLength(254)), loggedInAt: instantField })
export type SessionRecord = z.output<typeof sessionSchema>

const STORAGE_KEY = 'admin_session_v1'

export const readSession = (): SessionRecord | undefined => sessionSchema.safeParse(readJson(STORAGE_KEY)).data
export const saveSession = (session: SessionRecord): void => writeJson(STORAGE_KEY, session)
/** Whether not even the next page of this tab would find it. */
export const isSessionOnlyInMemory = (): boolean => isOnlyInMemory(STORAGE_KEY)
export const deleteSession = (): void => deleteKey(STORAGE_KEY)
