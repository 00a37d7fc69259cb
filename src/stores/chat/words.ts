import type { AssistantFacts } from '#domain/assistant/facts.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { figures, withFigures } from '#domain/figures.ts'
import { now } from '../clock.ts'
import { environment } from '../environment.ts'
import { ledger } from '../ledger/index.ts'

type Words = Omit<AssistantFacts, 'today' | 'free'>

let words: Promise<Words | undefined> | undefined

/**
 * What the built-in answers are made of: a file of the site, and for every question the prices of now where they can be
 * had.
 */
export async function assistantFacts(): Promise<AssistantFacts | undefined> {
  words ??= readWords()
  const built = await words
  if (!built) {
    // Asked for again with the next question.
    words = undefined
    return undefined
  }
  const live = await ledger.prices()
  const prices = live.ok ? live.value : built.prices
  const known = figures(built.locations, prices, built.addOns)
  const questions = built.questions.map((each) => ({ ...each, answer: withFigures(each.answer, known) }))
  return { ...built, prices, questions, today: kathmanduDate(now()), free: [] }
}

async function readWords(): Promise<Words | undefined> {
  try {
    const answer = await environment().request('/assistant.json')
    return answer.ok ? ((await answer.json()) as Words) : undefined
  } catch {
    return undefined
  }
}
