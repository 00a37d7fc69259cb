import { expect } from 'vitest'
import { addDays, type IsoDate } from '#domain/calendar.ts'
import { endBlock, insertBlock, saveSeats } from '#server/desk/capacity.ts'
import { readList } from '#server/desk/closures.ts'
import { deriveOfferToken, deriveWaitingToken } from '#server/secrets.ts'
import { confirmWaitingEntry, joinWaiting, leaveWaiting } from '#server/waiting/entries.ts'
import { readWaitingInput } from '#server/waiting/input.ts'
import { rows } from '../app.ts'
import { block, seatChange } from '../capacity.ts'
import { closureEntry, saveClosed } from '../closures.ts'
import { granted, newKey } from '../orders.ts'
import { codeOf } from '../outcomes.ts'
import { place } from './booking-commands.ts'
import { LOCATION, type SeatWorld, WINDOW_DAYS } from './world.ts'

/** Closes a day, or opens one that was closed. Its bookings remain; visitors with an offer are back in line. */
export async function close(world: SeatWorld, { day: index }: { day: number }): Promise<string> {
  const { app, model, staff } = world
  const day = world.day(index)
  const { version, closures } = granted(await readList(app))
  const others = closures.filter(({ from }) => from !== day)
  const isClosed = model.closedDays.has(day)
  expect(others.length < closures.length).toBe(isClosed)
  const entries = isClosed ? others : [...others, closureEntry({ from: day, to: day, locationId: LOCATION })]
  await saveClosed(app, staff, entries, version)
  if (isClosed) model.closedDays.delete(day)
  else model.closedDays.add(day)
  for (const entry of model.waiting) if (entry.day === day) entry.offer = undefined
  return isClosed ? 'ok: reopened' : 'ok: closed'
}

export async function blockSeats(
  world: SeatWorld,
  { day, length, seats }: { day: number; length: number; seats: number },
): Promise<string> {
  const { app, model, staff } = world
  const start = world.day(day)
  const end = addDays(start, length - 1)
  const known = model.blocks.map(({ id }) => id)
  const days = Array.from({ length }, (_, index) => addDays(start, index))
  const response = await insertBlock(app, staff, block({ from: start, to: end, seats }), newKey())
  if (days.some((date) => seats > model.seatsOn(date))) {
    expect(codeOf(response)).toBe('invalid')
    return 'invalid'
  }
  const added = granted(response).blocks.find(({ id }) => !known.includes(id))
  const short = new Map(days.map((date) => [date, seats]))
  model.blocks.push({ id: added?.id ?? 'missing', start, end, claimed: new Map(), short })
  return 'ok'
}

/** Past days stay blocked. */
export async function unblock(world: SeatWorld, { index }: { index: number }): Promise<string | undefined> {
  const { app, model, staff } = world
  const removed = model.blocks[index % model.blocks.length]
  if (!removed) return undefined
  granted(await endBlock(app, staff, removed.id))
  const isPast = (day: IsoDate) => day < model.today
  const past = (seats: ReadonlyMap<IsoDate, number>) => new Map([...seats].filter(([day]) => isPast(day)))
  if (isPast(removed.end)) return 'ok: over'
  Object.assign(removed, { end: addDays(model.today, -1), claimed: past(removed.claimed), short: past(removed.short) })
  return 'ok'
}

/** The number of the day before removes the change of a day. */
export async function resize(world: SeatWorld, args: { day: number; seats: number }): Promise<string> {
  const { app, model, staff } = world
  const from = world.day(args.day)
  granted(await saveSeats(app, staff, seatChange(args.seats, from)))
  if (model.seatsOn(addDays(from, -1)) === args.seats) model.seatChanges.delete(from)
  else model.seatChanges.set(from, args.seats)
  return 'ok'
}

const VISITORS = 12

/** Joins the list of a full day, if there is one, and confirms the address. */
export async function join(world: SeatWorld, { index }: { index: number }): Promise<string> {
  const { app, model } = world
  const days = Array.from({ length: WINDOW_DAYS }, (_, offset) => world.day(offset))
  const full = days.filter((day) => model.free(day) <= 0)
  const list = full.length > 0 && index % 5 > 0 ? full : days
  const day = list[index % list.length] ?? world.day(0)
  const email = `visitor-${world.joined++ % VISITORS}@example.com`
  const expected = model.closedDays.has(day) ? 'invalid' : model.free(day) > 0 ? 'unavailable' : 'ok'
  const read = await readWaitingInput(app, { locationId: LOCATION, email, day })
  expect(codeOf(read)).toBe(expected)
  if (!read.ok) return expected
  granted(await joinWaiting(app, read.value))
  if (model.waiting.some((entry) => entry.email === email && entry.day === day)) return 'ok: already waiting'
  const known = model.waiting.map(({ id }) => id)
  const stored = (await rows(app.db.read, 'waiting_entries')).filter((row) => row.state === 'unconfirmed')
  const id = stored.find((row) => row.email === email && row.day === day && !known.includes(row.id))?.id ?? 'missing'
  granted(await confirmWaitingEntry(app, { entry: id, token: deriveWaitingToken(app.bookingKey, 'confirm', id) }))
  model.waiting.push({ id, email, day, offer: undefined })
  return 'ok'
}

export async function leave(world: SeatWorld, { index }: { index: number }): Promise<string | undefined> {
  const { app, model } = world
  const entry = model.waiting[index % model.waiting.length]
  if (!entry) return undefined
  const token = deriveWaitingToken(app.bookingKey, 'leave', entry.id)
  granted(await leaveWaiting(app, { entry: entry.id, token }))
  model.waiting.splice(model.waiting.indexOf(entry), 1)
  return entry.offer ? 'ok: offered' : 'ok'
}

export async function offer(world: SeatWorld): Promise<string> {
  const before = world.model.waiting.filter((entry) => entry.offer).length
  await world.runJobs()
  return world.model.waiting.filter((entry) => entry.offer).length > before ? 'ok' : 'nothing to offer'
}

export async function acceptOffer(world: SeatWorld, { index }: { index: number }): Promise<string | undefined> {
  const { app, model } = world
  const offered = model.waiting.filter((entry) => entry.offer)
  const entry = offered[index % offered.length]
  if (!entry?.offer) return undefined
  const { id, expiresAt } = entry.offer
  const placement = { plan: 'explorer', period: 'daily', periods: 1, start: entry.day, seats: 1, passes: 0 } as const
  const seat = { id, token: deriveOfferToken(app.bookingKey, id) }
  const code = await place(world, { ...placement, room: null }, { seat, expiresAt })
  if (code.startsWith('ok')) model.waiting.splice(model.waiting.indexOf(entry), 1)
  return code
}

/** Holds, offers and moves end in time. */
export async function wait(world: SeatWorld, { milliseconds }: { milliseconds: number }): Promise<string> {
  await world.wait(milliseconds)
  return 'ok'
}
