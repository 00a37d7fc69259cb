import { expect, test } from 'vitest'
import { parseAnswerBlocks } from '#domain/assistant/answer-links.ts'
import { FactCheck, NO_SCOPE, scopeAfter } from '#domain/assistant/fact-check.ts'
import { buildOfflineAnswer, WELCOME } from '#domain/assistant/offline-answer.ts'
import { detectTopic } from '#domain/assistant/topic.ts'
import { type ListedClosure, withClosures } from '#domain/closure.ts'
import { rupees } from '#domain/money.ts'
import { facts, plain } from '../../support/assistant.ts'
import { day } from '../business.ts'
import { QUESTIONS } from './questions.ts'

test('QUESTIONS has at least eighty questions', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(80)
})

test.each(QUESTIONS)('detectTopic("%s") returns %s', (question, topic) => {
  expect(detectTopic(question, facts())).toBe(topic)
})

test.each(QUESTIONS)('buildOfflineAnswer("%s") has no wrong number, hour, address or link', (question) => {
  const known = facts()
  const check = new FactCheck(known)
  let scope = scopeAfter(question, NO_SCOPE, known)
  for (const line of buildOfflineAnswer(question, known).split('\n')) {
    expect({ line, wrong: check.wrongClaims(line, scope) }).toEqual({ line, wrong: [] })
    scope = scopeAfter(line, scope, known)
  }
})

const answer = (question: string, known = facts()): string => plain(buildOfflineAnswer(question, known))

test('buildOfflineAnswer narrows the answer to a named location and plan', () => {
  expect(answer('How much is a day pass at Kausimaa?')).toBe(
    'Day Pass at Kausimaa: NPR 400 a day\nEvery plan has Wi-Fi, coffee and tea. More on [Pricing](/pricing).\n[Book a day pass](/booking?plan=explorer)',
  )
})

test('buildOfflineAnswer uses changed prices', () => {
  const explorer = { daily: rupees(650) }
  const prices = facts().prices.map((table) => ({ ...table, prices: { ...table.prices, explorer } }))
  const text = answer('What does a day pass cost?', facts({ prices }))
  expect(text).toContain('NPR 650 a day')
  expect(text).not.toMatch(/NPR 500\b|NPR 400\b/)
})

test.each<[string, (string | RegExp)[], string?]>([
  // Open locations, and an announced one when named.
  ['Where are you?', ['Dhobighat Hub', 'Kausimaa', 'Jhamsikhel Loft'], 'Baluwatar'],
  ['When does Baluwatar come?', ['Coming Soon']],
  ['Any seats left today?', ['Dhobighat Hub: 12 of 30 seats free today', 'Kausimaa: full today']],
  ['What does a guest pass cost?', [/^- Guest [^\n]+: NPR 300 per guest and day\n\[Book a workspace/]],
  ['How much is the meeting room per hour?', ['NPR 800 per hour']],
  ['What does printing cost?', ['NPR 2']],
  // A reserved location is not open.
  ['Which locations are open?', [/Jhamsikhel Loft: [^\n]*Reserved for 6 months/]],
  ['Can I book Jhamsikhel Loft?', [/^Jhamsikhel Loft cannot be booked now/]],
  ['Is there space tomorrow?', ['free seats of today only'], 'free today'],
  ['How many seats are free on 9 December at Kausimaa?', ['free seats of today only'], 'free today'],
  ['Is there a waiting list?', ['leave your email', /\[Jhamsikhel Loft\]\(\/locations\/jhamsikhel-loft\)/]],
  ['Can I bring a guest?', ['guest pass']],
  ['Can I book 5 desks for my team?', ['Up to 20 people', '[Contact page](/contact)']],
  // The hours of a festival and the founder are unknown.
  [
    'Are you open during Dashain?',
    [/^We do not know yet/, facts().brand.phone, /\n\[Contact us\]\(\/contact\)$/],
    // Its hours are no use to visitors.
    'Jhamsikhel',
  ],
  ['Who is the founder?', ['I do not know who founded']],
  // Staff change a booking; a new one does not help.
  ['Can I change my booking date?', ['booking reference'], '/booking'],
  // One amenity, at one location or all.
  ['Is there parking at Kausimaa?', [/^- Kausimaa: Parking not listed$/]],
  ['Do you have parking?', ['- Dhobighat Hub: Parking\n- Kausimaa: Parking not']],
  // Rooms with enough seats, of locations that can be booked.
  [
    'Do you have a meeting room for 6?',
    [/^Yes: Walnut room \(8\) and Ridge room \(6\)\.\n- Walnut room, Dhobighat Hub: for 8 people/],
    'Window room',
  ],
  [
    'A meeting room for four people?',
    ['Walnut room', 'Window room', 'Ridge room', '[Book a seat and add room hours](/booking)'],
    'Mezzanine room',
  ],
  ['मिटिङ कोठा ८ जनाको लागि?', ['Walnut room', 'NPR 800'], 'Ridge room'],
  ['A meeting room for 2 hours at Kausimaa?', [/^- Ridge room, Kausimaa: for 6 people, wall screen\n/], 'Walnut'],
  ['A meeting room for 30?', [/^None of our meeting rooms has that many seats:\n- Walnut room/]],
  ['A meeting room in Jhamsikhel?', ['Mezzanine room', 'cannot be booked: Reserved for 6 months']],
  ['Does Baluwatar have a meeting room?', ['Meeting room not listed']],
  ['Is there a phone booth at Kausimaa?', ['Phone booth, Kausimaa', 'are not booked'], 'Dhobighat'],
  ['Write me a poem', ['I can help with']],
])('buildOfflineAnswer("%s") contains %j', (question, contained, absent) => {
  for (const text of contained) expect(answer(question)).toMatch(text)
  if (absent) expect(answer(question)).not.toContain(absent)
})

const closedDays = (today: string, list: readonly Omit<ListedClosure, 'id'>[]) =>
  facts({
    today: day(today),
    locations: withClosures(
      facts().locations,
      list.map((closure, index) => ({ ...closure, id: String(index) })),
    ),
  })
const closedFor = (from: string, to: string, reason: string, locationId: string | null = null) => ({
  locationId,
  from: day(from),
  to: day(to),
  reason,
  hours: null,
})
const DASHAIN = closedFor('2026-10-17', '2026-10-23', 'Dashain')

test.each(['Are you open during Dashain?', 'Dasain ma khulcha?', 'दशैंमा खुल्छ?'])(
  'buildOfflineAnswer("%s") names the closed days before, during and after them',
  (question) => {
    const closed = 'All locations:\n- 17 Oct – 23 Oct 2026: closed (Dashain)'
    for (const today of ['2026-10-01', '2026-10-23']) {
      const text = answer(question, closedDays(today, [DASHAIN, closedFor('2026-11-08', '2026-11-08', 'Tihar')]))
      expect(text).toMatch(/Oct 2026: closed \(Dashain\)/)
      expect(text).not.toContain('Tihar')
    }
    expect(answer(question, closedDays('2026-10-01', [DASHAIN]))).toContain(closed)
    const after = answer(question, closedDays('2026-11-26', [DASHAIN]))
    expect(after).toMatch(
      /^We do not know yet: [^\n]+\nLast time:\nAll locations:\n- 17 Oct – 23 Oct 2026: closed \(Dashain\)\n\[Contact us/,
    )
  },
)

test('buildOfflineAnswer names the known closures where a holiday has none', () => {
  const text = answer('Are you open on Tihar?', closedDays('2026-10-01', [DASHAIN]))
  expect(text).toContain(
    'Closed days and other hours so far:\nAll locations:\n- 17 Oct – 23 Oct 2026: closed (Dashain)',
  )
  expect(text).toMatch(/^We do not know yet: the days of Tihar are not announced/)
})

test('buildOfflineAnswer names the locations of a question, unless they are all open ones', () => {
  const known = closedDays('2026-10-01', [DASHAIN])
  const text = answer('Are Kausimaa and Dhobighat Hub open on Dashain?', known)
  expect(text).toContain('Dhobighat Hub:\n- 17 Oct – 23 Oct 2026: closed (Dashain)')
  expect(text).toContain('Kausimaa:\n- 17 Oct – 23 Oct 2026: closed (Dashain)')
  expect(text).not.toContain('All locations')
})

test('buildOfflineAnswer is about the next day of that date', () => {
  const known = closedDays('2026-11-26', [closedFor('2026-11-08', '2026-11-08', 'Tihar')])
  expect(answer('Is Kausimaa open on 8 November?', known)).toContain('Kausimaa: open on 8 Nov 2027')
})

test.each([
  ['Are you open tomorrow?', 'Kausimaa: closed tomorrow (Painting)', 'Dhobighat Hub: open tomorrow 06:00–22:00'],
  ['Bholi khulcha?', 'Kausimaa: closed tomorrow (Painting)', 'Dhobighat Hub: open tomorrow 06:00–22:00'],
  ['Are you open on 24 December?', 'Kausimaa: closed on 24 Dec 2026 (Christmas)', 'Dhobighat Hub: closed on 24 Dec'],
  ['Is Kausimaa open today?', 'Kausimaa: open today 10:00–18:00', ''],
  ['What are your opening hours?', 'Kausimaa:\n- 2 Dec 2026: closed (Painting)\n- 24 Dec 2026: closed (Christmas)', ''],
])('buildOfflineAnswer("%s") is about that day', (question, ...expected) => {
  const closures = [
    closedFor('2026-12-02', '2026-12-02', 'Painting', 'kausimaa'),
    closedFor('2026-12-24', '2026-12-24', 'Christmas'),
  ]
  for (const line of expected) expect(answer(question, closedDays('2026-12-01', closures))).toContain(line)
})

test('buildOfflineAnswer has no free seats on a closed day', () => {
  const known = closedDays('2026-12-01', [closedFor('2026-12-01', '2026-12-01', 'Painting', 'dhobighat-hub')])
  expect(answer('Any seats left today?', known)).toContain('- Dhobighat Hub: closed today (Painting)')
})

test('buildOfflineAnswer understands the names of an added location', () => {
  const [first] = facts().locations
  if (!first) throw new Error('no location')
  const added = { ...first, id: 'thamel', name: 'Thamel Rooms', knownAs: ['thamel', 'ठमेल'], address: 'Thamel' }
  const known = facts({ locations: [...facts().locations, added] })
  expect(answer('ठमेल', known)).toContain('Thamel Rooms')
  expect(answer('When does Thamel open?', known)).toContain('Thamel Rooms: ')
})

test('buildOfflineAnswer answers a greeting with the welcome', () => {
  expect(answer('hi')).toBe(WELCOME)
})

test('parseAnswerBlocks links own pages only', () => {
  const parts = (text: string) => parseAnswerBlocks(text)[0]?.lines[0]
  expect(parts('See [Pricing](/pricing) or [this](https://evil.example) or [that](javascript:alert(1)).')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'Pricing', href: '/pricing' },
    { kind: 'text', text: ' or this or [that](javascript:alert(1)).' },
  ])
  expect(parts('[x](//evil.example)')).toEqual([{ kind: 'text', text: 'x' }])
})

test('parseAnswerBlocks recognises bold text and no other markup', () => {
  expect(parseAnswerBlocks('**Kausimaa**: <b>x</b> **open')).toEqual([
    {
      kind: 'text',
      lines: [
        [
          { kind: 'strong', text: 'Kausimaa' },
          { kind: 'text', text: ': <b>x</b> open' },
        ],
      ],
    },
  ])
})

test('parseAnswerBlocks links phone numbers, those of WhatsApp to WhatsApp', () => {
  const [block] = parseAnswerBlocks('Call +977 1 000 0000 or write on WhatsApp: +977 910 000 0000.')
  expect(block?.lines[0]?.filter(({ kind }) => kind === 'link')).toEqual([
    { kind: 'link', text: '+977 1 000 0000', href: 'tel:+97710000000' },
    { kind: 'link', text: '+977 910 000 0000', href: 'https://wa.me/9779100000000' },
  ])
})

test('parseAnswerBlocks returns a line that is one link to our pages as an action', () => {
  const kinds = (text: string) => parseAnswerBlocks(text).map(({ kind }) => kind)
  expect(kinds('NPR 400\n[Book](/booking)')).toEqual(['text', 'action'])
  expect(kinds('See [Pricing](/pricing).\n+977 1 000 0000\n- [Kausimaa](/locations/kausimaa)')).toEqual([
    'text',
    'list',
  ])
})

test('parseAnswerBlocks groups list items', () => {
  const text = (line: string) => [{ kind: 'text', text: line }]
  expect(parseAnswerBlocks('Prices:\n- one\n* two\n\nMore.')).toEqual([
    { kind: 'text', lines: [text('Prices:')] },
    { kind: 'list', lines: [text('one'), text('two')] },
    { kind: 'text', lines: [text('More.')] },
  ])
})
