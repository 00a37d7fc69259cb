import { PLAN_IDS, type PlanId } from '#domain/plan.ts'
import { periodsForPlan } from '#domain/price-list.ts'

/** Returns the classes of a column that starts a plan: a line separates it from the plan before. */
export const getPlanLine = (plan: PlanId, period = periodsForPlan(plan)[0]): string =>
  plan !== PLAN_IDS[0] && period === periodsForPlan(plan)[0] ? 'lg:border-l lg:border-l-line' : ''
