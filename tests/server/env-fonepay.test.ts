import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigurationError, missingSettings, readEnv } from '#server/env.ts'
import { listSecretValues } from '#server/log/secret-values.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const FONEPAY = {
  PAYMENTS: 'test',
  QR_PROVIDER: 'fonepay',
  FONEPAY_URL: 'https://bank.example/merchant/',
  FONEPAY_USERNAME: 'chautari',
  FONEPAY_PASSWORD: 'a-fonepay-password',
  FONEPAY_TERMINAL: '2222000000000001',
  FONEPAY_PRIVATE_KEY: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
}

function problems(variables: Record<string, string>): string[] {
  try {
    readEnv(variables)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n')
    throw error
  }
  return []
}

test('readEnv reads a Fonepay account with its defaults, and offers QR payments', () => {
  const env = readEnv(FONEPAY)
  expect(env.fonepay).toEqual({
    url: 'https://bank.example/merchant',
    loginPath: '/api/merchant/third-party/v2/login',
    username: 'chautari',
    password: 'a-fonepay-password',
    terminalId: '2222000000000001',
    privateKey: FONEPAY.FONEPAY_PRIVATE_KEY,
    qrType: 'DYNAMIC_QR',
  })
  expect(missingSettings(env, 'qr_payment')).toBeUndefined()
  expect(listSecretValues(env)).toEqual(expect.arrayContaining(['a-fonepay-password', FONEPAY.FONEPAY_PRIVATE_KEY]))
})

test('QR payments are not offered without the account, with or without MERCHANT_QR', () => {
  const env = readEnv({ PAYMENTS: 'test', QR_PROVIDER: 'fonepay' })
  expect(missingSettings(env, 'qr_payment')).toContain('FONEPAY_URL, FONEPAY_USERNAME')
  expect(missingSettings(readEnv({ QR_PROVIDER: 'fonepay' }), 'qr_payment')).toBeUndefined()
})

test.each(Object.keys(FONEPAY).filter((name) => name.startsWith('FONEPAY_')))(
  'readEnv requires %s with the others',
  (name) => {
    expect(problems({ ...FONEPAY, [name]: '' })).toEqual([expect.stringContaining('Fonepay needs all of its settings')])
  },
)

test.each([
  ['FONEPAY_URL', 'http://bank.example', 'the https address that the bank gave you'],
  ['FONEPAY_TERMINAL', '22220000000000012', 'the 16 digits of your terminal'],
  ['FONEPAY_LOGIN_PATH', 'login', 'a path like /api/login'],
  ['FONEPAY_QR_TYPE', 'STATIC', 'DYNAMIC_QR or INTENT_QR'],
  ['QR_PROVIDER', 'nepalpay', 'static or fonepay'],
])('readEnv rejects %s=%s', (name, text, expected) => {
  expect(problems({ ...FONEPAY, [name]: text })[0]).toBe(`${name} is "${text}": set it to ${expected}, or remove it.`)
})

test('readEnv rejects a key that is no private key, without repeating it', () => {
  expect(problems({ ...FONEPAY, FONEPAY_PRIVATE_KEY: 'c2VjcmV0' })[0]).toBe(
    'FONEPAY_PRIVATE_KEY is not valid: set it to an RSA key in PKCS#8, as base64 in one line, or remove it.',
  )
})

test.each([
  'https://dev-external-gateway-new.fonepay.com/merchantThirdparty',
  'https://uat-new-merchant-api.fonepay.com',
])('readEnv rejects the test address %s in live mode', (FONEPAY_URL) => {
  expect(problems({ ...FONEPAY, PAYMENTS: 'live', FONEPAY_URL })).toContainEqual(
    expect.stringContaining('PAYMENTS is live with a test address of Fonepay'),
  )
  expect(problems({ ...FONEPAY, FONEPAY_URL })).toEqual([])
})

test('readEnv rejects an account in the sandbox', () => {
  expect(problems({ ...FONEPAY, PAYMENTS: 'sandbox' })).toEqual([
    expect.stringContaining('PAYMENTS is sandbox with a Fonepay account'),
  ])
})
