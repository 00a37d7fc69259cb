/** When an open payment or refund is asked about by ourselves (`payments.md` §8.6): at some ages, then regularly, then no more. */
export interface QuestionPlan {
  /** Ages at which is asked, in minutes, ascending. */
  afterMinutes: readonly number[]
  /** Minutes between two questions from then on. */
  everyMinutes: number
  /** Hours after which the last question is asked and the rest is left to staff. */
  forHours: number
}

const MINUTE_MS = 60_000

/**
 * Whether a question is due at this age (milliseconds), the last having been asked at another. One that was missed is
 * asked once, and the last as long as the rest is not left to staff.
 */
export const isQuestionDue = (plan: QuestionPlan, age: number, askedAt: number | undefined): boolean =>
  isLastQuestion(plan, age) || questionsUntil(plan, age) > (askedAt === undefined ? 0 : questionsUntil(plan, askedAt))

export const isLastQuestion = (plan: QuestionPlan, age: number): boolean => age >= plan.forHours * 60 * MINUTE_MS

function questionsUntil(plan: QuestionPlan, age: number): number {
  const minutes = age / MINUTE_MS
  const first = plan.afterMinutes.filter((after) => after <= minutes).length
  const since = minutes - (plan.afterMinutes.at(-1) ?? 0)
  return first + Math.max(0, Math.floor(since / plan.everyMinutes))
}
