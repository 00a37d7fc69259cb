import * as z from 'zod/mini'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import type { Paisa } from '#domain/money.ts'

export const isoDateSchema = z.custom<IsoDate>((value) => parseIsoDate(value) !== undefined)
export const paisaSchema = z.custom<Paisa>(Number.isSafeInteger)
