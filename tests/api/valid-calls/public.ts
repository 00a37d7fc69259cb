import { readAvailability } from '#contract/availability.ts'
import { sendChatMessage } from '#contract/chat.ts'
import { sendContactMessage } from '#contract/contact.ts'
import { readHealth, readReady } from '#contract/health.ts'
import { subscribe } from '#contract/newsletter.ts'
import { readPrices } from '#contract/prices.ts'
import { stopReminders } from '#contract/reminders.ts'
import { readSite } from '#contract/site.ts'
import { deriveStopToken } from '#server/secrets.ts'
import { bare, type ValidCall, validCall } from './valid-call.ts'

export const VALID_CALLS: readonly ValidCall[] = [
  ...bare(readHealth, readReady, readPrices, readSite),
  validCall(readAvailability, { query: { location: 'kausimaa', from: '2026-12-10', to: '2026-12-12' } }),
  validCall(sendContactMessage, { body: { name: 'Nisha', email: 'nisha@example.com', message: 'Is there parking?' } }),
  validCall(sendChatMessage, { body: { messages: [{ role: 'user', text: 'Where are you?' }] } }),
  validCall(stopReminders, async ({ bookingKey }) => ({
    body: { email: 'nisha@example.com', token: deriveStopToken(bookingKey, 'nisha@example.com') },
  })),
  validCall(subscribe, { body: { email: 'nisha@example.com' } }),
]
