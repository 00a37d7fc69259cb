import { SLOTS_PER_DAY, toTime } from '#domain/room.ts'

const HALF_HOURS = Array.from({ length: SLOTS_PER_DAY }, (_, slot) => toTime(slot))

/** Every half hour of a day, and another time while it is selected. */
export const getTimeOptions = (selected = ''): Record<string, string> =>
  Object.fromEntries([...new Set([...HALF_HOURS, selected])].toSorted().map((time) => [time, time]))
