import { sendChatMessage } from '#contract/chat.ts'
import type { Good } from './good.ts'

export const GOOD: readonly Good[] = [
  [sendChatMessage, async () => ({ body: { messages: [{ role: 'user', text: 'Where are you?' }] } })],
]
