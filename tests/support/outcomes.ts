import { expect } from 'vitest'
import type { Failure, FailureCode, Outcome } from '#contract/failure.ts'
import type { App } from '#server/app.ts'
import { stored, type TestApp } from './app.ts'
import { bookingRow, failureOf } from './orders.ts'

/** Returns `ok`, or the code of the failure. */
export const codeOf = (outcome: Outcome<unknown>): FailureCode | 'ok' => (outcome.ok ? 'ok' : outcome.failure.code)

/** Returns the failure of a call that must be rejected and store nothing. */
export async function rejection(app: App, call: () => Promise<Outcome<unknown>>): Promise<Failure> {
  const before = await stored(app)
  const failure = failureOf(await call())
  expect(await stored(app)).toEqual(before)
  return failure
}

/** Makes this many calls at the same time. */
export const atOnce = <Value>(count: number, call: (index: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

/** Runs a job once this much time has passed. */
export async function runAfter(app: TestApp, milliseconds: number, job: (app: App) => Promise<unknown>): Promise<void> {
  app.clock.advance(milliseconds)
  await job(app)
}

/** Returns the version of a booking, which staff send with a change. */
export const versionOf = async (app: App, bookingId: string): Promise<number> =>
  (await bookingRow(app, bookingId)).version
