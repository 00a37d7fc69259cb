import { NUMBER_WORDS, toLatinDigits } from '../number.ts'
import { BOOK_WITH_ROOM } from './answer-links.ts'
import type { AssistantFacts, AssistantLocation } from './facts.ts'

/** Lists the meeting rooms, or the phone booths if the question names them; only those with enough seats, if any has. */
export function buildRoomsAnswer(
  facts: AssistantFacts,
  locations: readonly AssistantLocation[],
  question: string,
): string {
  const [kind, label] = /booth/i.test(question)
    ? (['phone_booth', 'Phone booth'] as const)
    : (['meeting_room', 'Meeting room'] as const)
  const rooms = facts.rooms.filter((room) => room.kind === kind && locations.some(({ id }) => id === room.locationId))
  const people = kind === 'meeting_room' ? findPeople(question) : 0
  const large = rooms.filter(({ seats }) => seats >= people)
  const shown = large.length > 0 ? large : rooms
  const lines = locations.flatMap(({ id, name, available, status }) => {
    const suffix = available ? '' : ` (cannot be booked: ${status})`
    if (!rooms.some(({ locationId }) => locationId === id)) return [`**${name}**: ${label} not listed`]
    return shown
      .filter(({ locationId }) => locationId === id)
      .map((room) => `**${room.name}, ${name}**: ${describeRoom(room)}${suffix}`)
  })
  const list = lines.map((line) => `- ${line}`).join('\n')
  const lead =
    rooms.length === 0
      ? ''
      : large.length === 0
        ? 'None of our meeting rooms has that many seats:\n'
        : people > 0
          ? `Yes: ${nameRooms(large)}.\n`
          : ''
  const terms = facts.questions.find(({ question }) => kind === 'meeting_room' && /meeting/i.test(question))?.answer
  const end = terms
    ? `${terms}\n${locations.some(({ available }) => available) ? BOOK_WITH_ROOM : '[See all locations](/locations)'}`
    : 'Phone booths are not booked: use one when it is empty.'
  return `${lead}${list}\n${end}`
}

/** Such as `Ridge room (6) and Walnut room (8)`. */
const nameRooms = (rooms: AssistantFacts['rooms']): string =>
  new Intl.ListFormat('en').format(rooms.map(({ name, seats }) => `${name} (${seats})`))

const describeRoom = ({ seats, equipment, bookableHours }: AssistantFacts['rooms'][number]): string =>
  [
    `for ${seats} ${seats === 1 ? 'person' : 'people'}`,
    ...equipment,
    ...(bookableHours ? [`${bookableHours.open}–${bookableHours.close}`] : []),
  ].join(', ')

const PEOPLE =
  /\bfor (?:about |up to )?(\d{1,3})(?![\d:]|\s*(?:am|pm|hours?|hrs?|days?|o'clock)\b)|(\d{1,3})[\s-]*(?:people|persons?|pax|seats?|seater|of us|guests?|attendees|colleagues|participants|jana\b|जना)/i

/** Returns the number of people that a question names, else 0. */
function findPeople(question: string): number {
  const text = toLatinDigits(question).replace(/[a-z]+/gi, (word) => NUMBER_WORDS[word.toLowerCase()] ?? word)
  const [, first, second] = PEOPLE.exec(text) ?? []
  return Number(first ?? second ?? 0)
}
