import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '#server/env.ts'
import { processLog, redactInLog, writeLine } from '#server/log/log.ts'
import { listSecretValues } from '#server/log/secret-values.ts'
import { createSecret } from '#server/secrets.ts'

const SETTINGS = {
  DATABASE_URL: 'postgres://chautari:pa%2Fss-database@db.example/chautari',
  SMTP_URL: 'smtps://bookings:pass-smtp@mail.example:465',
  STAFF_PASSWORD: 'violet kettle over 9 roofs',
  PAYMENTS: 'test',
  KHALTI_SECRET_KEY: 'khalti-secret-value',
  STRIPE_SECRET_KEY: 'sk_test_StripeSecret1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_Public1',
  STRIPE_WEBHOOK_SECRET: 'whsec_StripeWebhook/1',
  GEMINI_API_KEY: 'AIzaGeminiKey+1',
  DEPLOY_HOOK_URL: 'https://host.example/hook?key=deploy-key',
}
/** Secrets in the forms in which services and packages repeat them. None may appear in a line. */
const SECRETS = [
  'pa%2Fss-database',
  'pa/ss-database',
  'pass-smtp',
  'violet kettle over 9 roofs',
  'violet%20kettle%20over%209%20roofs',
  'khalti-secret-value',
  'sk_test_StripeSecret1',
  'whsec_StripeWebhook/1',
  'whsec_StripeWebhook%2F1',
  'AIzaGeminiKey+1',
  'AIzaGeminiKey%2B1',
  'https://host.example/hook?key=deploy-key',
]

describe('the log', () => {
  const written: string[] = []
  beforeEach(() => {
    written.length = 0
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    redactInLog(listSecretValues(readEnv(SETTINGS)))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    redactInLog([])
  })

  test('shows a message as plain text in a terminal, without secrets', () => {
    redactInLog(['violet kettle'])
    const isTTY = process.stdout.isTTY
    process.stdout.isTTY = true
    try {
      writeLine('info', { event: 'output', message: 'Chautari started at http://localhost:4321 with violet kettle' })
    } finally {
      process.stdout.isTTY = isTTY
    }
    expect(written).toEqual(['Chautari started at http://localhost:4321 with [redacted]\n'])
  })

  test('writes one line of JSON for an event with any values', () => {
    processLog.info('booked', { name: 'a\nb\u2028c"}\u001b[31m', count: 2 })
    expect(written).toHaveLength(1)
    expect(written[0]?.trimEnd()).not.toContain('\n')
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info', event: 'booked', count: 2 })
  })

  test('redacts the email addresses that a mail server repeats in its error', () => {
    processLog.bug(new Error('All recipients were rejected: 550 5.1.1 <ram.bahadur+1@mail.example.com>: unknown user'))
    expect(written.join('')).not.toContain('mail.example.com')
    expect(written.join('')).toContain('550 5.1.1 <[redacted]>: unknown user')
  })

  test.each(SECRETS)('replaces the secret %s in facts and in the message of an error', (secret) => {
    processLog.info('assistant', { error: `[GoogleGenerativeAI Error]: 400 for ?key=${secret} given`, at: [secret] })
    processLog.bug(new Error(`cannot connect with ${secret}`), { cause: { message: secret } })
    const lines = written.join('')
    expect(lines).not.toContain(secret)
    expect(lines).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect(lines).toContain('[redacted]')
    for (const line of written) expect(JSON.parse(line)).toBeTypeOf('object')
  })

  test('replaces every token that the product issues', () => {
    const token = createSecret()
    processLog.bug(new Error(`no session for sid=${token}; see https://chautari.example/admin/join#${token}`))
    expect(written.join('')).not.toContain(token)
  })

  test('cuts a long text after its secrets are replaced', () => {
    processLog.info('long', { text: `${'x'.repeat(3_990)}khalti-secret-value${'y'.repeat(10_000)}` })
    expect(written[0]?.length).toBeLessThan(4_200)
    expect(written[0]).not.toContain('khalti-sec')
  })

  test('returns the id of a bug, which its line contains', () => {
    const logId = processLog.bug('text', { route: '/api/x' })
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'bug', logId, route: '/api/x', stack: 'text' })
  })
})

describe('the output of the process', () => {
  /** Runs code in a process whose output is captured; returns its lines. */
  const run = (code: string) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', `await import('#server/log/capture-output.ts'); ${code}`],
      { encoding: 'utf8' },
    )
    const lines = (stdout + stderr).split('\n').filter(Boolean)
    return { status, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
  }

  test('is one line of JSON for each call of the console', () => {
    const { lines, status } = run(`
      console.log('started on %d', 4321)
      console.info('\\u001b[31m12:00 [WARN]\\u001b[39m [router] two\\nlines')
      console.warn('careful', { a: 1 })
      console.error(new Error('a stack'))
      console.trace('here')
    `)
    expect(status).toBe(0)
    expect(lines).toHaveLength(5)
    expect(lines).toContainEqual(expect.objectContaining({ level: 'info', message: 'started on 4321' }))
    expect(lines).toContainEqual(expect.objectContaining({ message: '12:00 [WARN] [router] two\nlines' }))
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', message: 'careful { a: 1 }' }))
  })

  test('is JSON for a warning of Node', () => {
    const { lines } = run(`process.emitWarning('old call', 'DeprecationWarning')`)
    expect(lines).toMatchObject([{ level: 'warn', event: 'warning', name: 'DeprecationWarning', message: 'old call' }])
  })

  test.each([
    ['an uncaught error', `setTimeout(() => { throw new Error('not caught') })`],
    ['an unhandled rejection', `void Promise.reject(new Error('not caught')); setTimeout(() => {}, 1000)`],
    ['an error at the start', `throw new Error('not caught')`],
    ['a rejection at the start', `await Promise.reject(new Error('not caught'))`],
    ['a rejection without an error', `void Promise.reject('not caught'); setTimeout(() => {}, 1000)`],
  ])('is a bug in JSON for %s, and ends the process', (_, code) => {
    const { lines, status } = run(code)
    expect(status).toBe(1)
    expect(lines).toMatchObject([{ level: 'bug', uncaught: true, stack: expect.stringContaining('not caught') }])
  })
})
