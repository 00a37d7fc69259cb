import { readAvailability } from '#contract/availability.ts'
import { sendContactMessage } from '#contract/contact.ts'
import { readHealth, readReady } from '#contract/health.ts'
import { subscribe } from '#contract/newsletter.ts'
import { readPrices } from '#contract/prices.ts'
import { readSite } from '#contract/site.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  [readHealth, async () => ({})],
  [readReady, async () => ({})],
  [readPrices, async () => ({})],
  [readSite, async () => ({})],
  [readAvailability, async () => ({ query: { location: 'kausimaa', from: '2026-12-10', to: '2026-12-12' } })],
  [
    sendContactMessage,
    async () => ({ body: { name: 'Nisha', email: 'nisha@example.com', message: 'Is there parking?' } }),
  ],
  [subscribe, async () => ({ body: { email: 'nisha@example.com' } })],
]
