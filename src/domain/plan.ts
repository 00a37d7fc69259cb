export const PLAN_IDS = ['explorer', 'professional', 'enterprise', 'private-office'] as const
export type PlanId = (typeof PLAN_IDS)[number]

export const PLAN_TYPES = ['day_pass', 'hot_desk', 'dedicated_desk', 'private_office'] as const
type PlanType = (typeof PLAN_TYPES)[number]

export const BILLINGS = ['weekly', 'monthly', 'annual'] as const
export type Billing = (typeof BILLINGS)[number]
export const PERIODS = ['daily', ...BILLINGS] as const
export type Period = (typeof PERIODS)[number]

const PLAN_TYPE_BY_ID: Readonly<Record<PlanId, PlanType>> = {
  explorer: 'day_pass',
  professional: 'hot_desk',
  enterprise: 'dedicated_desk',
  'private-office': 'private_office',
}

/** What the rules need of a plan; `content/plans.json` holds the rest. */
export interface BookablePlan {
  id: PlanId
  name: string
  available: boolean
  status: string
}

/** Reads `?plan=`: plan ids and plan types, with `-` or `_`, in any case. */
export function parsePlanId(value: unknown): PlanId | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.toLowerCase()
  const direct = PLAN_IDS.find((id) => id === name)
  if (direct) return direct
  const type = name.replaceAll('-', '_')
  return PLAN_IDS.find((id) => PLAN_TYPE_BY_ID[id] === type)
}

export const planType = (plan: PlanId): PlanType => PLAN_TYPE_BY_ID[plan]
export const isDayPass = (plan: string): plan is 'explorer' => plan === 'explorer'

export function parseBilling(value: unknown): Billing | undefined {
  return typeof value === 'string' ? BILLINGS.find((known) => known === value.toLowerCase()) : undefined
}

/** Monthly allowances for each seat. */
export interface Allowances {
  includedRoomMinutes: number
  includedGuestDays: number
}

/** Of all seats. A week gets a quarter of a month's allowance, rounded down; a year's is used by the month. */
export const allowanceFor = (perMonth: number, billing: Billing, seats: number): number =>
  (billing === 'weekly' ? Math.floor(perMonth / 4) : perMonth) * seats

/** `2 meeting-room hours a week`, without what the plan does not include. */
export function listAllowances(
  { includedRoomMinutes, includedGuestDays }: Allowances,
  billing: Billing,
  seats: number,
): string[] {
  const hours = allowanceFor(includedRoomMinutes, billing, seats) / 60
  const passes = allowanceFor(includedGuestDays, billing, seats)
  const every = billing === 'weekly' ? 'a week' : 'a month'
  return [
    ...(hours > 0 ? [`${hours} meeting-room ${hours === 1 ? 'hour' : 'hours'} ${every}`] : []),
    ...(passes > 0 ? [`${passes} guest ${passes === 1 ? 'pass' : 'passes'} ${every}`] : []),
  ]
}

/** A day pass is always bought by the day, with any billing period. */
export const periodFor = (plan: PlanId, chosen: Billing): Period => (isDayPass(plan) ? 'daily' : chosen)
