import type { sendMailing } from '#contract/admin/mailings.ts'
import type { Input } from '#contract/endpoint.ts'

export type MailingInput = Input<typeof sendMailing>

/** To everyone who comes to Dhobighat Hub on the first day of `order()`. */
export const mailingOf = (over: Partial<MailingInput> = {}): MailingInput => ({
  locationId: 'dhobighat-hub',
  date: '2026-12-10',
  subject: 'No water in the morning',
  body: 'The water is off from 06:00 to 10:00.\n\nCoffee is free that morning.',
  ...over,
})
