import { askAssistant } from '#contract/chat.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  [askAssistant, async () => ({ body: { messages: [{ role: 'user', text: 'Where are you?' }] } })],
]
