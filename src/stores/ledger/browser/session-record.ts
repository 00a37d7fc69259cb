import * as z from 'zod/mini'
import { isOnlyInMemory } from '../../storage.ts'
import * as field from './record-fields.ts'
import { deleteKey, readJson, writeJson } from './record-storage.ts'

const sessionSchema = z.object({ email: z.string().check(z.minLength(3), z.maxLength(254)), loggedInAt: field.instant })
export type SessionRecord = z.output<typeof sessionSchema>

const STORAGE_KEY = 'admin_session_v1'

export const readSession = (): SessionRecord | undefined => sessionSchema.safeParse(readJson(STORAGE_KEY)).data
export const saveSession = (session: SessionRecord): void => writeJson(STORAGE_KEY, session)
/** Whether even the next page of this tab would lose the session. */
export const isSessionOnlyInMemory = (): boolean => isOnlyInMemory(STORAGE_KEY)
export const deleteSession = (): void => deleteKey(STORAGE_KEY)
