import * as z from 'zod/mini'
import { type ClockTime, type IsoDate, parseClockTime, parseIsoDate } from '#domain/calendar.ts'
import type { Paisa } from '#domain/money.ts'

export const isoDateSchema = z.custom<IsoDate>((value) => parseIsoDate(value) !== undefined)
export const clockTimeSchema = z.custom<ClockTime>((value) => parseClockTime(value) !== undefined)
export const paisaSchema = z.custom<Paisa>(Number.isSafeInteger)
