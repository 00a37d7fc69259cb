import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { describeOnEachEngine, NOW, type TestApp, useApp } from './app.ts'
import { BookingClient } from './booking-client.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { buildHeaders, buildUrl, newAddress, send, type TestResponse } from './requests.ts'

export type RaceSetup = 'sqlite' | 'postgres' | 'two processes'

/** Runs tests in one process on each engine, and with two processes on one PostgreSQL, which answer in turn. */
export function describeInEachSetup(
  title: string,
  tests: (app: TestApp, call: typeof send, setup: RaceSetup) => void,
): void {
  describeOnEachEngine(title, (app, engine) => tests(app, send, engine))
  describe(title.replace('%s', 'two processes'), () => {
    const app = useApp('postgres')
    tests(app, useTwoProcesses(app), 'two processes')
  })
}

/** Starts two processes on the app's database. The app prepares and checks what they do. */
function useTwoProcesses(app: TestApp): typeof send {
  let fleet: Fleet
  let clients: BookingClient[]
  let turn = 0
  beforeAll(async () => {
    const clock = { CLOCK_START: String(NOW), NODE_OPTIONS: `--import=${resolve('tests/support/clock.ts')}` }
    fleet = await startFleet(app.env.databaseUrl ?? '', clock)
    clients = [0, 1].map((index) => new BookingClient(fleet.at(index).url, 50))
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    await fleet.stop()
    for (const index of [0, 1]) expect(fleet.at(index).output()).not.toContain('"bug"')
  })
  return async (contract, sent = {}) => {
    const { pathname, search } = buildUrl(contract, sent)
    const headers = { 'x-forwarded-for': sent.address ?? newAddress(), ...buildHeaders(sent) }
    const client = clients[turn++ % 2] as BookingClient
    const { status, body } = await client.send(contract.method, pathname + search, sent.body, headers)
    return { status, headers: new Headers(), body }
  }
}

/** Returns `ok`, or the code of the failure. */
export const codeOfResponse = ({ status, body }: TestResponse): string =>
  status < 300 ? 'ok' : ((body as { error?: { code: string } }).error?.code ?? String(status))
