import { describe, expect, test } from 'vitest'
import { parseAnswerBlocks, parseAnswerParts } from '#domain/assistant/answer-links.ts'
import { FactCheck, NO_SCOPE, scopeAfter } from '#domain/assistant/fact-check.ts'
import { buildOfflineAnswer, WELCOME } from '#domain/assistant/offline-answer.ts'
import { detectTopic } from '#domain/assistant/topic.ts'
import { rupees } from '#domain/money.ts'
import type { PriceTable } from '#domain/price.ts'
import { facts, plain } from '../../support/assistant.ts'
import { QUESTIONS } from './questions.ts'

test('there are at least eighty questions', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(80)
})

describe.each(QUESTIONS)('%s', (question, topic) => {
  test(`is about ${topic ?? 'nothing that is known'}`, () => {
    expect(detectTopic(question, facts())).toBe(topic)
  })

  test('is answered without a wrong figure, hour, address or link', () => {
    const known = facts()
    const check = new FactCheck(known)
    let scope = scopeAfter(question, NO_SCOPE, known)
    for (const line of buildOfflineAnswer(question, known).split('\n')) {
      expect({ line, wrong: check.wrongClaims(line, scope) }).toEqual({ line, wrong: [] })
      scope = scopeAfter(line, scope, known)
    }
  })
})

test('a location and a plan that are named narrow the answer', () => {
  expect(plain(buildOfflineAnswer('How much is a day pass at Kausimaa?', facts()))).toBe(
    'Kausimaa:\n- Day Pass: NPR 400 a day\nEvery plan has WiFi, coffee and tea. More on [Pricing](/pricing).',
  )
})

test('prices that staff changed are those that are told', () => {
  const changed = facts().prices.map(
    (table): PriceTable => ({
      ...table,
      prices: { ...table.prices, explorer: { daily: rupees(650) } },
    }),
  )
  const answer = plain(buildOfflineAnswer('What does a day pass cost?', facts({ prices: changed })))
  expect(answer).toContain('NPR 650 a day')
  expect(answer).not.toMatch(/NPR 500\b|NPR 400\b/)
})

test('the three sites are listed, the announced one when it is asked for', () => {
  const answer = buildOfflineAnswer('Where are you?', facts())
  for (const name of ['Dhobighat Hub', 'Kausimaa', 'Jhamsikhel Loft']) expect(answer).toContain(name)
  expect(answer).not.toContain('Baluwatar')
  expect(buildOfflineAnswer('When does Baluwatar come?', facts())).toContain('Coming Soon')
})

test('a full day is said to be full', () => {
  const answer = buildOfflineAnswer('Any seats left today?', facts())
  expect(answer).toContain('Dhobighat Hub: 12 of 30 seats free today')
  expect(answer).toContain('Kausimaa: full today')
})

test('a guest pass, a room by the hour and a page cost what they cost', () => {
  const answer = (question: string) => plain(buildOfflineAnswer(question, facts()))
  expect(answer('What does a guest pass cost?')).toMatch(/^- Guest [^\n]+: NPR 300 per guest and day\nMore on/)
  expect(answer('How much is the meeting room per hour?')).toMatch(/NPR 800 per hour/)
  expect(answer('What does printing cost?')).toContain('NPR 2')
})

test('what cannot be booked is not said to be open', () => {
  expect(buildOfflineAnswer('Which locations are open?', facts())).toMatch(
    /Jhamsikhel Loft: [^\n]*Reserved for 6 months/,
  )
  expect(buildOfflineAnswer('Can I book Jhamsikhel Loft?', facts())).toMatch(/^Jhamsikhel Loft cannot be booked now/)
  expect(buildOfflineAnswer('Is there space tomorrow?', facts())).not.toContain('today')
})

test('admits that the hours of a festival are unknown', () => {
  const answer = buildOfflineAnswer('Are you open during Dashain?', facts())
  expect(answer).toContain('Hours on public holidays can differ')
  expect(answer).toContain(facts().brand.phone)
})

test('sends a change of a booking to the staff, not to a new booking', () => {
  const answer = buildOfflineAnswer('Can I change my booking date?', facts())
  expect(answer).toContain('booking reference')
  expect(answer).not.toContain('/booking')
})

test('answers for one amenity at one location', () => {
  expect(buildOfflineAnswer('Is there parking at Kausimaa?', facts())).toBe('- Kausimaa: Parking not listed')
  expect(buildOfflineAnswer('Do you have parking?', facts())).toContain(
    '- Dhobighat Hub: Parking\n- Kausimaa: Parking not',
  )
})

test('admits not to know the founder', () => {
  expect(buildOfflineAnswer('Who is the founder?', facts())).toContain('I do not know who founded')
})

test('names of a location added to the content are understood', () => {
  const [first] = facts().locations
  if (!first) throw new Error('no location')
  const added = {
    ...first,
    id: 'thamel',
    name: 'Thamel Rooms',
    knownAs: ['thamel', 'ठमेल'],
    address: 'Thamel, Kathmandu',
  }
  const known = facts({ locations: [...facts().locations, added] })
  expect(buildOfflineAnswer('ठमेल', known)).toContain('Thamel Rooms')
  expect(buildOfflineAnswer('When does Thamel open?', known)).toContain('Thamel Rooms: ')
})

test('a greeting is answered with the welcome, anything else with help', () => {
  expect(buildOfflineAnswer('hi', facts())).toBe(WELCOME)
  expect(buildOfflineAnswer('Write me a poem', facts())).toContain('I can help with')
})

test('links lead to pages of ours alone', () => {
  expect(
    parseAnswerParts('See [Pricing](/pricing) or [this](https://evil.example) or [that](javascript:alert(1)).'),
  ).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'Pricing', href: '/pricing' },
    { kind: 'text', text: ' or this or [that](javascript:alert(1)).' },
  ])
  expect(parseAnswerParts('**bold** <b>x</b>')).toEqual([{ kind: 'text', text: 'bold <b>x</b>' }])
  expect(parseAnswerParts('[x](//evil.example)')).toEqual([{ kind: 'text', text: 'x' }])
})

test('lines that begin with a dash stand in a list', () => {
  const text = (said: string) => [{ kind: 'text', text: said }]
  expect(parseAnswerBlocks('Prices:\n- one\n* two\n\nMore.')).toEqual([
    { kind: 'text', lines: [text('Prices:')] },
    { kind: 'list', lines: [text('one'), text('two')] },
    { kind: 'text', lines: [text('More.')] },
  ])
})
