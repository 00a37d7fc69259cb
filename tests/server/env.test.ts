import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { listMethodsNotOffered } from '#server/bookings/method-offers.ts'
import { ConfigurationError, type Env, isPublic, missingSettings, readEnv, SAMPLE_MERCHANT_QR } from '#server/env.ts'

const OWN_MERCHANT = { ESEWA_PRODUCT_CODE: 'NP-ES-CHAUTARI', ESEWA_SECRET: 'a secret of our own' }

/** Returns the messages of the ConfigurationError. */
function problems(variables: Record<string, string>): string[] {
  try {
    readEnv(variables)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n')
    throw error
  }
  return []
}

test('readEnv returns the defaults without variables', () => {
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
    bills: 'receipt',
    smtpUrl: undefined,
    deployHookUrl: undefined,
    mailFrom: 'Chautari <hello@chautari.example>',
    merchantQr: SAMPLE_MERCHANT_QR,
    qrProvider: 'static',
    fonepay: undefined,
    paymentDebug: false,
    chat: { access: undefined, dailyLimit: 500 },
  } satisfies Env)
})

test('readEnv reads exactly the variables of .env.example, with its defaults', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'))
  expect(readEnv(example)).toEqual(readEnv({}))
  const read = new Set<string>()
  readEnv(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  expect([...read].filter((name) => !(name in example))).toEqual([])
})

test('readEnv treats empty and blank variables as missing', () => {
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
])('readEnv accepts %j', (variables, expected) => {
  expect(readEnv(variables)).toEqual({ ...readEnv({}), ...expected })
})

const FORMATS: [name: string, expected: string, ...texts: string[]][] = [
  ['PORT', 'a port from 1 to 65535', '0', '65536', '80a', '-1', '1e3'],
  ['UNPAID_SHARE', 'a number from 0 to 1', '1.1', '50%', '0.'],
  [
    'SITE_URL',
    'an address like https://chautari.example',
    'chautari.example',
    'ftp://chautari.example',
    'https://chautari.example/book',
    'https://chautari.example/?a=b',
  ],
  ['STAFF_EMAIL', 'an email address', 'staff'],
  ['TRUST_PROXY', 'the number of proxies in front, 0 to 10', 'true', '11'],
  ['HOLD_MINUTES', 'whole minutes from 1 to 1440', '0', '1441', '30.5'],
  ['TRANSFER_HOURS', 'whole hours from 1 to 720', '721'],
  ['SAME_DAY_CUTOFF_MINUTES', 'whole minutes from 0 to 720', '721'],
  ['ESEWA_API', 'v1 or v2', '1'],
  ['RECONCILE_AFTER_MINUTES', 'ascending whole minutes like 1,5,15,60', '0,5', '5,1', '1,1', '1,,5', '1;5'],
  ['RECONCILE_EVERY_MINUTES', 'whole minutes from 1 to 1440', '0'],
  ['RECONCILE_HOURS', 'whole hours from 1 to 168', '1.5'],
  ['PAYMENTS', 'sandbox, test or live', 'Live'],
  ['BILLS', 'receipt, pan or vat', 'tax'],
  ['PUBLIC_PAYMENT_DEBUG', 'true or false', 'yes'],
  ['ALLOW_SANDBOX', 'true or false', '1'],
]
test.each(FORMATS.flatMap(([name, expected, ...texts]) => texts.map((text) => [name, text, expected] as const)))(
  'readEnv rejects %s=%s with what to set',
  (name, text, expected) => {
    expect(problems({ [name]: text })).toEqual([`${name} is "${text}": set it to ${expected}, or remove it.`])
  },
)

test.each([
  ['DATABASE_URL', 'mysql://u:hush@db/chautari', 'an address like postgres://user:password@host/database'],
  ['DATABASE_URL', 'postgres://', 'an address like postgres://user:password@host/database'],
  ['STAFF_PASSWORD', 'hush', 'a password of 15 to 128 characters that is not easy to guess'],
  ['STAFF_PASSWORD', 'hushhushhushhush', 'a password of 15 to 128 characters that is not easy to guess'],
  ['SMTP_URL', 'http://u:hush@mail', 'an address like smtp://user:password@host:587'],
])('readEnv rejects %s=%s without repeating the secret', (name, text, expected) => {
  expect(problems({ [name]: text })).toEqual([`${name} is not valid: set it to ${expected}, or remove it.`])
})

const OWN_QR = '00020101021129260022NCHL00000000TESTSPACE15204000053035245802NP5914TEST COWORKING6009KATHMANDU63049EA2'

test('readEnv accepts an own QR code and account in live mode only, and rejects malformed codes', () => {
  const live = { PAYMENTS: 'live', ...OWN_MERCHANT }
  expect(readEnv({ ...live, MERCHANT_QR: OWN_QR }).merchantQr).toBe(OWN_QR)
  expect(readEnv(live).merchantQr).toBeUndefined()
  for (const mode of ['sandbox', 'test'])
    expect(problems({ PAYMENTS: mode, MERCHANT_QR: OWN_QR, BANK_ACCOUNT_NUMBER: '0123456789' })).toEqual([
      `PAYMENTS is ${mode} with a MERCHANT_QR that receives real money: remove it, or set PAYMENTS=live.`,
      `PAYMENTS is ${mode} with a bank account that receives real money: remove BANK_ACCOUNT_NUMBER, or set PAYMENTS=live.`,
    ])
  expect(readEnv({ ...live, BANK_ACCOUNT_NUMBER: '0123456789' }).bank.accountNumber).toBe('0123456789')
  expect(problems({ ...live, MERCHANT_QR: OWN_QR.replace('9EA2', '9EA3') })).toEqual([
    'MERCHANT_QR has a checksum that does not match: set it to the text of your own static QR code, or remove it.',
  ])
  expect(problems({ ...live, MERCHANT_QR: 'https://example.com' })).toEqual([
    'MERCHANT_QR has a field whose length is not two digits: set it to the text of your own static QR code, or remove it.',
  ])
})

test('readEnv reports all problems at once', () => {
  expect(problems({ PORT: 'x', PAYMENTS: 'cash', TRUST_PROXY: '-1' })).toHaveLength(3)
})

const { ESEWA_PRODUCT_CODE, ESEWA_SECRET } = OWN_MERCHANT
const NO_METHOD = 'PAYMENTS is live and no payment method is set up'
const TEST_MERCHANT = "PAYMENTS is live with eSewa's test merchant"
const LIVE_MERCHANT = 'PAYMENTS is sandbox with a live eSewa merchant'
test.each<[Record<string, string>, string]>([
  [{ PAYMENTS: 'live' }, NO_METHOD],
  // A QR code also needs an account.
  [{ PAYMENTS: 'live', MERCHANT_QR: OWN_QR }, NO_METHOD],
  [{ PAYMENTS: 'live', ESEWA_PRODUCT_CODE: 'EPAYTEST', ESEWA_SECRET: '8gBm/:&EnhH.1/q' }, TEST_MERCHANT],
  [{ PAYMENTS: 'live', ESEWA_SECRET }, TEST_MERCHANT],
  [{ PAYMENTS: 'live', ESEWA_PRODUCT_CODE }, TEST_MERCHANT],
  [{ PAYMENTS: 'live', ESEWA_API: 'v1', ESEWA_PRODUCT_CODE: 'EPAYTEST' }, TEST_MERCHANT],
  [{ ESEWA_API: 'v1', ESEWA_PRODUCT_CODE }, LIVE_MERCHANT],
  [OWN_MERCHANT, LIVE_MERCHANT],
  [{ ESEWA_SECRET }, LIVE_MERCHANT],
  [{ SITE_URL: 'https://chautari.example', ALLOW_SANDBOX: 'true', ...OWN_MERCHANT }, LIVE_MERCHANT],
  [{ PAYMENTS: 'test', ...OWN_MERCHANT }, 'PAYMENTS is test with a live eSewa merchant'],
  [{ PAYMENTS: 'live', ...OWN_MERCHANT, BILLS: 'pan' }, 'PAYMENTS is live and BILLS is pan with a sample seller'],
  [{ PAYMENTS: 'live', ...OWN_MERCHANT, BILLS: 'vat' }, 'PAYMENTS is live and BILLS is vat with a sample seller'],
  [{ KHALTI_SECRET_KEY: 'abc' }, 'PAYMENTS is sandbox with a Khalti key'],
  [
    { PAYMENTS: 'test', KHALTI_API: 'v1', KHALTI_PUBLIC_KEY: 'live_public_key_abc' },
    'PAYMENTS is test with a live Khalti key',
  ],
  [
    { PAYMENTS: 'live', ...OWN_MERCHANT, KHALTI_SECRET_KEY: 'test_secret_key_abc' },
    'PAYMENTS is live with a Khalti test key',
  ],
  [{ SITE_URL: 'https://chautari.example' }, 'PAYMENTS is sandbox on the public address https://chautari.example'],
])('readEnv rejects %j with “%s”', (variables, message) => {
  expect(problems(variables)).toEqual([expect.stringContaining(`${message}: `)])
})

test('readEnv rejects lookups after the last hour', () => {
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
])('readEnv accepts %s', (_, variables) => {
  expect(problems(variables)).toEqual([])
})

const LOCAL = ['localhost:4321', '127.0.0.1:4321', '127.1.2.3', '[::1]:4321', '10.0.0.5', '192.168.1.7:4321']
test.each([...LOCAL, '172.16.0.1', '172.31.255.255', 'desk.local:4321'])('isPublic rejects http://%s', (host) => {
  expect(isPublic(`http://${host}`)).toBe(false)
})

const NOT_LOCAL = ['10.chautari.example', '127.chautari.example', 'localhost.chautari.example', 'local']
test.each([...['203.0.113.9', '172.15.0.1', '172.32.0.1', '11.0.0.1', '192.169.0.1', '[2001:db8::1]'], ...NOT_LOCAL])(
  'isPublic accepts http://%s',
  (host) => {
    expect(isPublic(`http://${host}`)).toBe(true)
    expect(isPublic('https://chautari.example')).toBe(true)
  },
)

const CARD = {
  STRIPE_SECRET_KEY: 'sk_test_1a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1a',
  STRIPE_WEBHOOK_SECRET: 'whsec_1a',
}
const LIVE_CARD = { ...CARD, STRIPE_SECRET_KEY: 'rk_live_1a', STRIPE_PUBLISHABLE_KEY: 'pk_live_1a' }

test('readEnv requires all three card keys in the mode of the payments', () => {
  const keys = { secretKey: 'sk_test_1a', publishableKey: 'pk_test_1a', webhookSecret: 'whsec_1a' }
  expect(readEnv({ ...CARD, PAYMENTS: 'test' }).stripe).toEqual(keys)
  for (const name of Object.keys(CARD))
    expect(() => readEnv({ ...CARD, PAYMENTS: 'test', [name]: '' })).toThrow('Card payments need all three settings')
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

test('readEnv does not repeat a malformed key', () => {
  expect(() => readEnv({ ...CARD, STRIPE_SECRET_KEY: 'oops_secret', PAYMENTS: 'test' })).toThrow(
    /^(?!.*oops_secret)[\s\S]*STRIPE_SECRET_KEY is not valid: set it to a key like sk_test_…/,
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
