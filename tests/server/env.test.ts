import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { listMethodsNotOffered } from '#server/bookings/payment-methods.ts'
import { ConfigurationError, type Env, isPublic, missingSettings, readEnv } from '#server/env.ts'
import { SAMPLE_MERCHANT_QR } from '#server/payments/gateways/qr.ts'

const OWN_MERCHANT = { ESEWA_PRODUCT_CODE: 'NP-ES-CHAUTARI', ESEWA_SECRET: 'a secret of our own' }

/** The sentences with which a start is refused. */
function problems(variables: Record<string, string>): string[] {
  try {
    readEnv(variables)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n')
    throw error
  }
  return []
}

test('without any variable everything has its default', () => {
  expect(readEnv({})).toEqual({
    host: '127.0.0.1',
    port: 4321,
    dataDir: 'data',
    databaseUrl: undefined,
    siteUrl: 'http://localhost:4321',
    staffEmail: 'staff@chautari.example',
    staffPassword: undefined,
    trustProxy: 0,
    holdMinutes: 30,
    transferHours: 72,
    unpaidShare: 0.5,
    verifyHours: 72,
    sameDayCutoffMinutes: 60,
    reconcile: {
      afterMinutes: [1, 3, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75],
      everyMinutes: 60,
      forHours: 24,
    },
    payments: 'sandbox',
    esewa: { productCode: 'EPAYTEST', secret: '8gBm/:&EnhH.1/q' },
    esewaApi: 'v2',
    khalti: { secretKey: undefined, publicKey: undefined },
    khaltiApi: 'v2',
    stripe: undefined,
    bank: {
      bankName: 'Sample Bank',
      accountName: 'Sample payee, do not pay',
      accountNumber: '000000000000',
      branch: 'Kathmandu',
    },
    smtpUrl: undefined,
    deployHookUrl: undefined,
    mailFrom: 'Chautari <hello@chautari.example>',
    merchantQr: SAMPLE_MERCHANT_QR,
    paymentDebug: false,
    chat: { access: undefined, dailyLimit: 500 },
  } satisfies Env)
})

test('the example file names every variable that is read, with its default', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'))
  expect(readEnv(example)).toEqual(readEnv({}))
  const read = new Set<string>()
  readEnv(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  expect([...read].filter((name) => !(name in example))).toEqual([])
})

test('empty and blank variables are absent ones', () => {
  expect(readEnv({ PORT: '', HOST: ' ', SITE_URL: '', STAFF_PASSWORD: '\t', PAYMENTS: '' })).toEqual(readEnv({}))
})

test.each<[Record<string, string>, Partial<Env>]>([
  [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  [{ PORT: '8080' }, { port: 8080, siteUrl: 'http://localhost:8080' }],
  [
    { PORT: '8080', SITE_URL: 'http://192.168.1.7:4321/' },
    { port: 8080, siteUrl: 'http://192.168.1.7:4321' },
  ],
  [{ PORT: ' 65535 ' }, { port: 65_535, siteUrl: 'http://localhost:65535' }],
  [{ DATA_DIR: '/var/lib/chautari' }, { dataDir: '/var/lib/chautari' }],
  [{ DEPLOY_HOOK_URL: 'https://host.example/hook?key=x' }, { deployHookUrl: 'https://host.example/hook?key=x' }],
  [{ DATABASE_URL: 'postgresql://u:p@db/chautari' }, { databaseUrl: 'postgresql://u:p@db/chautari' }],
  [{ STAFF_EMAIL: ' Owner@Chautari.Example ' }, { staffEmail: 'owner@chautari.example' }],
  [{ STAFF_PASSWORD: 'mango lizard quartz' }, { staffPassword: 'mango lizard quartz' }],
  [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
  [
    { HOLD_MINUTES: '1440', TRANSFER_HOURS: '1' },
    { holdMinutes: 1_440, transferHours: 1 },
  ],
  [{ UNPAID_SHARE: '0' }, { unpaidShare: 0 }],
  [{ UNPAID_SHARE: '.25' }, { unpaidShare: 0.25 }],
  [{ UNPAID_SHARE: '1' }, { unpaidShare: 1 }],
  [
    { RECONCILE_AFTER_MINUTES: '2, 90', RECONCILE_EVERY_MINUTES: '1440', RECONCILE_HOURS: '168' },
    { reconcile: { afterMinutes: [2, 90], everyMinutes: 1_440, forHours: 168 } },
  ],
  [{ PAYMENTS: 'test' }, { payments: 'test', merchantQr: undefined }],
  [{ ESEWA_API: 'v1' }, { esewaApi: 'v1' }],
  [
    { BANK_NAME: 'A Bank', BANK_BRANCH: 'Patan' },
    { bank: { ...readEnv({}).bank, bankName: 'A Bank', branch: 'Patan' } },
  ],
  [{ SMTP_URL: 'smtps://mail.example' }, { smtpUrl: 'smtps://mail.example' }],
  [{ PUBLIC_PAYMENT_DEBUG: 'true' }, { paymentDebug: true }],
])('%j is taken', (variables, taken) => {
  expect(readEnv(variables)).toEqual({ ...readEnv({}), ...taken })
})

test.each([
  ['PORT', '0', 'a port from 1 to 65535'],
  ['PORT', '65536', 'a port from 1 to 65535'],
  ['PORT', '80a', 'a port from 1 to 65535'],
  ['PORT', '-1', 'a port from 1 to 65535'],
  ['PORT', '1e3', 'a port from 1 to 65535'],
  ['UNPAID_SHARE', '1.1', 'a number from 0 to 1'],
  ['UNPAID_SHARE', '50%', 'a number from 0 to 1'],
  ['UNPAID_SHARE', '0.', 'a number from 0 to 1'],
  ['SITE_URL', 'chautari.example', 'an address like https://chautari.example'],
  ['SITE_URL', 'ftp://chautari.example', 'an address like https://chautari.example'],
  ['SITE_URL', 'https://chautari.example/book', 'an address like https://chautari.example'],
  ['SITE_URL', 'https://chautari.example/?a=b', 'an address like https://chautari.example'],
  ['STAFF_EMAIL', 'staff', 'an email address'],
  ['TRUST_PROXY', 'true', 'the number of proxies in front, 0 to 10'],
  ['TRUST_PROXY', '11', 'the number of proxies in front, 0 to 10'],
  ['HOLD_MINUTES', '0', 'whole minutes from 1 to 1440'],
  ['HOLD_MINUTES', '1441', 'whole minutes from 1 to 1440'],
  ['HOLD_MINUTES', '30.5', 'whole minutes from 1 to 1440'],
  ['TRANSFER_HOURS', '721', 'whole hours from 1 to 720'],
  ['SAME_DAY_CUTOFF_MINUTES', '721', 'whole minutes from 0 to 720'],
  ['ESEWA_API', '1', 'v1 or v2'],
  ['RECONCILE_AFTER_MINUTES', '0,5', 'ascending whole minutes like 1,5,15,60'],
  ['RECONCILE_AFTER_MINUTES', '5,1', 'ascending whole minutes like 1,5,15,60'],
  ['RECONCILE_AFTER_MINUTES', '1,1', 'ascending whole minutes like 1,5,15,60'],
  ['RECONCILE_AFTER_MINUTES', '1,,5', 'ascending whole minutes like 1,5,15,60'],
  ['RECONCILE_AFTER_MINUTES', '1;5', 'ascending whole minutes like 1,5,15,60'],
  ['RECONCILE_EVERY_MINUTES', '0', 'whole minutes from 1 to 1440'],
  ['RECONCILE_HOURS', '1.5', 'whole hours from 1 to 168'],
  ['PAYMENTS', 'Live', 'sandbox, test or live'],
  ['PUBLIC_PAYMENT_DEBUG', 'yes', 'true or false'],
  ['ALLOW_SANDBOX', '1', 'true or false'],
])('%s=%s stops the start with what to set', (name, text, expected) => {
  expect(problems({ [name]: text })).toEqual([`${name} is "${text}": set it to ${expected}, or leave it out.`])
})

test.each([
  ['DATABASE_URL', 'mysql://u:hush@db/chautari', 'an address like postgres://user:password@host/database'],
  ['DATABASE_URL', 'postgres://', 'an address like postgres://user:password@host/database'],
  ['STAFF_PASSWORD', 'hush', 'a password of 15 to 128 characters that is not easy to guess'],
  ['STAFF_PASSWORD', 'hushhushhushhush', 'a password of 15 to 128 characters that is not easy to guess'],
  ['SMTP_URL', 'http://u:hush@mail', 'an address like smtp://user:password@host:587'],
])('%s=%s stops the start without repeating a secret', (name, text, expected) => {
  expect(problems({ [name]: text })).toEqual([`${name} cannot be used: set it to ${expected}, or leave it out.`])
})

const OWN_QR = '00020101021129260022NCHL00000000TESTSPACE15204000053035245802NP5914TEST COWORKING6009KATHMANDU63049EA2'

test('the merchant’s own QR code and account are for real payments, and is refused with what is wrong with it', () => {
  const live = { PAYMENTS: 'live', ...OWN_MERCHANT }
  expect(readEnv({ ...live, MERCHANT_QR: OWN_QR }).merchantQr).toBe(OWN_QR)
  expect(readEnv(live).merchantQr).toBeUndefined()
  for (const mode of ['sandbox', 'test'])
    expect(problems({ PAYMENTS: mode, MERCHANT_QR: OWN_QR, BANK_ACCOUNT_NUMBER: '0123456789' })).toEqual([
      `PAYMENTS is ${mode} with a MERCHANT_QR that takes real money: leave it out, or set PAYMENTS=live.`,
      `PAYMENTS is ${mode} with a bank account that takes real money: leave BANK_ACCOUNT_NUMBER out, or set PAYMENTS=live.`,
    ])
  expect(readEnv({ ...live, BANK_ACCOUNT_NUMBER: '0123456789' }).bank.accountNumber).toBe('0123456789')
  expect(problems({ ...live, MERCHANT_QR: OWN_QR.replace('9EA2', '9EA3') })).toEqual([
    'MERCHANT_QR has a checksum that does not fit: set it to the text of your own static QR code, or leave it out.',
  ])
  expect(problems({ ...live, MERCHANT_QR: 'https://example.com' })).toEqual([
    'MERCHANT_QR has a field whose length is not two digits: set it to the text of your own static QR code, or leave it out.',
  ])
})

test('everything that is wrong is said at once', () => {
  expect(problems({ PORT: 'x', PAYMENTS: 'cash', TRUST_PROXY: '-1' })).toHaveLength(3)
})

test.each<[string, Record<string, string>, string]>([
  ['live without any payment method', { PAYMENTS: 'live' }, 'PAYMENTS is live and no payment method is set up'],
  [
    'live with a QR code alone, which needs an account',
    { PAYMENTS: 'live', MERCHANT_QR: OWN_QR },
    'PAYMENTS is live and no payment method is set up',
  ],
  [
    'live with the test merchant',
    { PAYMENTS: 'live', ESEWA_PRODUCT_CODE: 'EPAYTEST', ESEWA_SECRET: '8gBm/:&EnhH.1/q' },
    "PAYMENTS is live with eSewa's test merchant",
  ],
  [
    'live with the test merchant’s code alone',
    { PAYMENTS: 'live', ESEWA_SECRET: OWN_MERCHANT.ESEWA_SECRET },
    "PAYMENTS is live with eSewa's test merchant",
  ],
  [
    'live with the test merchant’s secret alone',
    { PAYMENTS: 'live', ESEWA_PRODUCT_CODE: OWN_MERCHANT.ESEWA_PRODUCT_CODE },
    "PAYMENTS is live with eSewa's test merchant",
  ],
  [
    'v1 live with the test merchant',
    { PAYMENTS: 'live', ESEWA_API: 'v1', ESEWA_PRODUCT_CODE: 'EPAYTEST' },
    "PAYMENTS is live with eSewa's test merchant",
  ],
  [
    'v1 in the sandbox with a live merchant',
    { ESEWA_API: 'v1', ESEWA_PRODUCT_CODE: OWN_MERCHANT.ESEWA_PRODUCT_CODE },
    'PAYMENTS is sandbox with a live eSewa merchant',
  ],
  ['the sandbox with a Khalti key', { KHALTI_SECRET_KEY: 'abc' }, 'PAYMENTS is sandbox with a Khalti key'],
  [
    'the gateway’s tests with a live key of Khalti’s older API',
    { PAYMENTS: 'test', KHALTI_API: 'v1', KHALTI_PUBLIC_KEY: 'live_public_key_abc' },
    'PAYMENTS is test with a live key of Khalti',
  ],
  [
    'live with a test key of Khalti',
    { PAYMENTS: 'live', ...OWN_MERCHANT, KHALTI_SECRET_KEY: 'test_secret_key_abc' },
    'PAYMENTS is live with a test key of Khalti',
  ],
  ['the sandbox with a live merchant', OWN_MERCHANT, 'PAYMENTS is sandbox with a live eSewa merchant'],
  [
    'the sandbox with a live secret',
    { ESEWA_SECRET: OWN_MERCHANT.ESEWA_SECRET },
    'PAYMENTS is sandbox with a live eSewa merchant',
  ],
  [
    'the gateway’s tests with a live merchant',
    { PAYMENTS: 'test', ...OWN_MERCHANT },
    'PAYMENTS is test with a live eSewa merchant',
  ],
  [
    'the sandbox on a public address',
    { SITE_URL: 'https://chautari.example' },
    'PAYMENTS is sandbox on the public address https://chautari.example',
  ],
  [
    'a demonstration with a live merchant',
    { SITE_URL: 'https://chautari.example', ALLOW_SANDBOX: 'true', ...OWN_MERCHANT },
    'PAYMENTS is sandbox with a live eSewa merchant',
  ],
])('%s never starts', (_, variables, sentence) => {
  expect(problems(variables)).toEqual([expect.stringContaining(`${sentence}: `)])
})

test('questions after the last one stop the start', () => {
  expect(problems({ RECONCILE_AFTER_MINUTES: '1,121', RECONCILE_HOURS: '2' })).toEqual([
    'RECONCILE_AFTER_MINUTES goes beyond RECONCILE_HOURS: set it to minutes within 2 hours, or raise the hours.',
  ])
  expect(problems({ RECONCILE_AFTER_MINUTES: '1,120', RECONCILE_HOURS: '2' })).toEqual([])
})

test.each<[string, Record<string, string>]>([
  ['live with a merchant of our own', { PAYMENTS: 'live', SITE_URL: 'https://chautari.example', ...OWN_MERCHANT }],
  ['v1 live, which has no secret', { PAYMENTS: 'live', ESEWA_API: 'v1', ESEWA_PRODUCT_CODE: 'NP-ES-CHAUTARI' }],
  ['the gateway’s tests on a public address', { PAYMENTS: 'test', SITE_URL: 'https://staging.chautari.example' }],
  ['a demonstration on a public address', { ALLOW_SANDBOX: 'true', SITE_URL: 'https://chautari.example' }],
  ['the sandbox in an office', { SITE_URL: 'http://192.168.1.7:4321' }],
])('%s starts', (_, variables) => {
  expect(problems(variables)).toEqual([])
})

test.each([
  'http://localhost:4321',
  'http://127.0.0.1:4321',
  'http://127.1.2.3',
  'http://[::1]:4321',
  'http://10.0.0.5',
  'http://192.168.1.7:4321',
  'http://172.16.0.1',
  'http://172.31.255.255',
  'http://desk.local:4321',
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each([
  'https://chautari.example',
  'http://203.0.113.9',
  'http://172.15.0.1',
  'http://172.32.0.1',
  'http://11.0.0.1',
  'http://192.169.0.1',
  'http://10.chautari.example',
  'http://127.chautari.example',
  'http://localhost.chautari.example',
  'http://local',
  'http://[2001:db8::1]',
])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true)
})

const CARD = {
  STRIPE_SECRET_KEY: 'sk_test_1a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1a',
  STRIPE_WEBHOOK_SECRET: 'whsec_1a',
}
const LIVE_CARD = { ...CARD, STRIPE_SECRET_KEY: 'rk_live_1a', STRIPE_PUBLISHABLE_KEY: 'pk_live_1a' }

test('cards need all three keys, of the mode that payments run in', () => {
  const keys = { secretKey: 'sk_test_1a', publishableKey: 'pk_test_1a', webhookSecret: 'whsec_1a' }
  expect(readEnv({ ...CARD, PAYMENTS: 'test' }).stripe).toEqual(keys)
  for (const name of Object.keys(CARD))
    expect(() => readEnv({ ...CARD, PAYMENTS: 'test', [name]: '' })).toThrow('Cards need all three')
  for (const wrong of [
    { ...LIVE_CARD, PAYMENTS: 'test' },
    { ...LIVE_CARD, PAYMENTS: 'sandbox' },
    { ...LIVE_CARD, STRIPE_SECRET_KEY: 'sk_test_1a', PAYMENTS: 'live' },
    { ...CARD, STRIPE_PUBLISHABLE_KEY: 'pk_live_1a', PAYMENTS: 'test' },
  ])
    expect(() => readEnv(wrong)).toThrow(/STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be (test|live) keys/)
  const live = { ESEWA_PRODUCT_CODE: 'OWN', ESEWA_SECRET: 'own', PAYMENTS: 'live' }
  expect(readEnv({ ...LIVE_CARD, ...live }).stripe).toMatchObject({ secretKey: 'rk_live_1a' })
})

test('a malformed key is not repeated', () => {
  expect(() => readEnv({ ...CARD, STRIPE_SECRET_KEY: 'oops_secret', PAYMENTS: 'test' })).toThrow(
    /^(?!.*oops_secret)[\s\S]*STRIPE_SECRET_KEY cannot be used: set it to a key like sk_test_…/,
  )
})

describe('live mode', () => {
  const live = { PAYMENTS: 'live', SITE_URL: 'https://chautari.example' }

  test.each<[string, Record<string, string>]>([
    ['esewa', OWN_MERCHANT],
    ['khalti', { KHALTI_SECRET_KEY: 'a-live-key' }],
    ['stripe', LIVE_CARD],
    ['bank_transfer', { BANK_ACCOUNT_NUMBER: '0123456789' }],
  ])('starts with %s alone and offers no other method', (method, settings) => {
    const env = readEnv({ ...live, ...settings })
    expect(PAYMENT_METHODS.filter((each) => !missingSettings(env, each))).toEqual([method])
    expect(listMethodsNotOffered({ env })).toHaveLength(4)
  })

  test('names the settings of each method that is not offered', () => {
    expect(listMethodsNotOffered({ env: readEnv({ ...live, ...OWN_MERCHANT }) })).toEqual([
      'Khalti is not offered: set KHALTI_SECRET_KEY.',
      'Card payments are not offered: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET.',
      'QR payment is not offered: set MERCHANT_QR and the BANK_* account.',
      'Bank transfer is not offered: set the BANK_* account.',
    ])
  })
})
