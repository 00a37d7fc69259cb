/** `Professional, 3 seats`; for one seat only the plan. */
export const formatPlan = ({ planName, seats }: { planName: string; seats: number }): string =>
  seats > 1 ? `${planName}, ${seats} seats` : planName
