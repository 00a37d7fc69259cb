import type { AddOnId } from '../catalogue.ts'
import type { LocationId } from '../location.ts'
import type { Period, PlanId } from '../plan.ts'

const PLAN_PATTERNS: readonly (readonly [PlanId, RegExp])[] = [
  ['explorer', /\bexplorer\b|\bday[ -]?pass(es)?\b/i],
  ['professional', /\bprofessional\b|\bhot[ -]?desks?\b/i],
  ['enterprise', /\benterprise\b|\bdedicated[ -]?desks?\b/i],
  ['private-office', /\bprivate[ -]offices?\b/i],
]

const PERIOD_PATTERNS: readonly (readonly [Period, RegExp])[] = [
  ['daily', /\b(per|a|each|every|the) day\b|\bdaily\b|\/ ?day\b|\bday[ -]?pass/i],
  ['weekly', /\b(per|a|each|every|the|one) week\b|\bweekly\b|\/ ?week\b/i],
  ['monthly', /\b(per|a|each|every|the|one) month\b|\bmonthly\b|\/ ?mo(nth)?\b/i],
  ['annual', /\b(per|a|each|every|the|one) year\b|\b(annual|annually|yearly)\b|\/ ?y(ea)?r\b/i],
]

const ADD_ON_NAME_PATTERNS: readonly (readonly [AddOnId, RegExp])[] = [
  ['meeting-room-hours', /\bmeeting[ -]rooms?\b/i],
  ['guest-passes', /\bguest[ -]pass(es)?\b/i],
  ['virtual-office', /\bvirtual[ -]office\b/i],
  ['mail-handling', /\bmail[ -]handling\b/i],
]

interface NamedLocation {
  id: LocationId
  name: string
  knownAs: readonly string[]
}

/** Returns the locations that a text names, by name or alias. */
export function findLocations(text: string, locations: readonly NamedLocation[]): LocationId[] {
  const lower = text.normalize('NFC').toLowerCase()
  return locations
    .filter(({ name, knownAs }) => [name, ...knownAs].some((alias) => lower.includes(alias.toLowerCase())))
    .map(({ id }) => id)
}

export const findPlans = (text: string): PlanId[] =>
  PLAN_PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([id]) => id)

export const findPeriods = (text: string): Period[] =>
  PERIOD_PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([period]) => period)

export const findAddOns = (text: string): AddOnId[] =>
  ADD_ON_NAME_PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([id]) => id)
