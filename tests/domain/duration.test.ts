import { expect, test } from 'vitest'
import { formatCountdown, formatWait } from '#domain/duration.ts'

test.each([
  [0, '0:00'],
  [59, '0:59'],
  [299, '4:59'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [7_191, '1:59:51'],
  [86_399, '23:59:59'],
  [86_400, '1 day'],
  [2_519 * 60 + 51, '1 day 17 h'],
  [3 * 86_400, '3 days'],
])('formatCountdown shows %i seconds as %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text))

test.each([
  [0.2, '1 second'],
  [59.1, '60 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [3_101, '52 minutes'],
  [3_600, '60 minutes'],
  [5_401, '2 hours'],
])('formatWait rounds %d seconds up to %s', (seconds, text) => expect(formatWait(seconds)).toBe(text))
