import * as z from 'zod'
import { fromBikram } from '#domain/bikram-sambat.ts'
import { CLOSURE_REASON_LENGTH } from '#domain/closure-list.ts'
import { clock, isoDate, nonEmptyText, slug } from './values.ts'

const bikramDate = z.string().regex(/^20\d{2}-\d{2}-\d{2}$/, 'write the day in Bikram Sambat, such as "2083-06-31"')

const sampleHours = z
  .strictObject({ open: clock, close: clock })
  .refine(({ open, close }) => open < close, { path: ['close'], error: 'write a closing time after the opening time' })

/** A public holiday, and what the sample list of closed days makes of it. Nothing is closed before a manager says so. */
export const holidaySchema = z
  .strictObject({
    id: slug,
    /** The first day as gazetted; an estimate has none. */
    bs: bikramDate.optional(),
    /** The same day in AD. */
    ad: isoDate,
    days: z.int().min(1).max(15),
    name: z.strictObject({
      /** The reason that visitors see. */
      en: nonEmptyText.max(CLOSURE_REASON_LENGTH.max, `write at most ${CLOSURE_REASON_LENGTH.max} characters`),
      ne: nonEmptyText,
    }),
    /** `valley` is the Kathmandu Valley, `some` a part of the people. */
    scope: z.enum(['all', 'valley', 'some']),
    source: nonEmptyText,
    status: z.enum(['gazetted', 'estimated']),
    /** Absent where the business is open as usual. */
    sample: z.union([z.literal('closed'), sampleHours]).optional(),
  })
  .superRefine(checkDates)

function checkDates(
  { bs, ad, status, sample }: { bs?: string | undefined; ad: string; status: string; sample?: unknown },
  problems: z.RefinementCtx,
): void {
  const addProblem = (path: string, message: string) => problems.addIssue({ code: 'custom', path: [path], message })
  if (status === 'estimated') {
    if (bs !== undefined) addProblem('bs', 'remove it, or set "status" to "gazetted"')
    if (sample !== undefined) addProblem('sample', 'remove it until the day is gazetted')
  } else if (bs === undefined) addProblem('bs', 'write the gazetted day, or set "status" to "estimated"')
  else {
    const [year = 0, month = 0, day = 0] = bs.split('-').map(Number)
    const date = fromBikram({ year, month, day })
    if (!date) addProblem('bs', 'write a day that the Nepali calendar has')
    else if (date !== ad) addProblem('ad', `write "${date}", which is ${bs} in Bikram Sambat`)
  }
}
