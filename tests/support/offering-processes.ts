import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { offerFreeSeats } from '#server/waiting/offers.ts'
import type { TestApp } from './app.ts'
import { atOnce } from './outcomes.ts'
import type { RaceSetup } from './race-setups.ts'

/** Returns a function that offers the free seats four times at once, at an instant (milliseconds). */
export function useOffering(app: TestApp, setup: RaceSetup): (now: number) => Promise<unknown> {
  if (setup !== 'two processes')
    return (now) => atOnce(4, () => offerFreeSeats(Object.assign(Object.create(app), { now: () => now })))
  let processes: ChildProcess[]
  beforeAll(async () => {
    const env = { ...process.env, DATABASE_URL: app.env.databaseUrl }
    processes = [0, 1].map(() => fork(resolve('tests/support/offering-process.ts'), { env, execArgv: [] }))
    await Promise.all(processes.map((child) => once(child, 'message')))
  })
  afterAll(async () => {
    const exits = processes.map((child) => once(child, 'exit'))
    for (const child of processes) child.disconnect()
    await Promise.all(exits)
  })
  return (now) =>
    Promise.all(
      processes.map((child) => {
        const done = once(child, 'message')
        child.send(now)
        return done
      }),
    )
}
