import { WEEKDAYS, type Weekday } from '../calendar.ts'

/** Matches Tue, Tues, Tuesday and Tuesdays. */
const WEEKDAY_NAME =
  '(?:sun(?:day)?|mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:r|rsday)?|fri(?:day)?|sat(?:urday)?)s?'
const NAMED_WEEKDAY = new RegExp(`\\b${WEEKDAY_NAME}\\b`, 'gi')
const WEEKDAY_RANGE = new RegExp(`\\b(${WEEKDAY_NAME})\\s*(?:–|-|to|through|till|until)\\s*(${WEEKDAY_NAME})\\b`, 'gi')
const WEEKDAY_GROUPS: readonly (readonly [RegExp, readonly Weekday[]])[] = [
  [/\bweekdays?\b/i, WEEKDAYS.slice(1, 6)],
  [/\bweekends?\b/i, ['saturday', 'sunday']],
  [/\bdaily\b|\b(?:every|each) day\b|\b(?:all|seven) days\b/i, WEEKDAYS],
]

/** Returns the weekdays that a text names; a range includes every day in it. */
export function findWeekdays(text: string): Weekday[] {
  const days = new Set(WEEKDAY_GROUPS.flatMap(([word, group]) => (word.test(text) ? group : [])))
  for (const [, first = '', last = ''] of text.matchAll(WEEKDAY_RANGE)) {
    const from = indexOf(first)
    const length = (indexOf(last) - from + 7) % 7
    for (let step = 0; step <= length; step++) addWeekday(days, from + step)
  }
  for (const [name] of text.matchAll(NAMED_WEEKDAY)) addWeekday(days, indexOf(name))
  return WEEKDAYS.filter((day) => days.has(day))
}

const indexOf = (name: string): number => WEEKDAYS.findIndex((day) => day.startsWith(name.slice(0, 3).toLowerCase()))

function addWeekday(days: Set<Weekday>, index: number): void {
  const day = WEEKDAYS[index % 7]
  if (day) days.add(day)
}
