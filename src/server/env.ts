import { createPrivateKey } from 'node:crypto'
import { SALE_KINDS } from '#domain/bill.ts'
import { isEmail } from '#domain/contact.ts'
import type { LookupSchedule } from '#domain/lookup-schedule.ts'
import { findPasswordProblem } from '#domain/password.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import { checksum, readMerchantCode } from '#domain/receipt/emv-code.ts'
import { SAME_DAY_CUTOFF_MINUTES } from '#domain/same-day.ts'
import { getBrand } from './catalogue.ts'

export type Env = ReturnType<typeof readEnv>

export const DATA_DIR = 'data'

export const DEFAULT_MODEL = 'gemini-2.5-flash'

export interface EsewaMerchant {
  productCode: string
  secret: string
}
export interface KhaltiMerchant {
  /** The sandbox needs none. */
  secretKey: string | undefined
  /** For the older API's script. */
  publicKey: string | undefined
}
export interface StripeKeys {
  secretKey: string
  /** Public: sent to every browser. */
  publishableKey: string
  webhookSecret: string
}
export interface FonepayAccount {
  /** The base address that the bank gives, without a trailing slash. */
  url: string
  loginPath: string
  username: string
  password: string
  terminalId: string
  /** PKCS#8 in base64, without PEM lines. */
  privateKey: string
  qrType: string
}
export interface BankAccount {
  bankName: string
  accountName: string
  accountNumber: string
  branch: string
}

/** eSewa's published test merchant, rejected in live mode. */
export const ESEWA_TEST_MERCHANT: EsewaMerchant = { productCode: 'EPAYTEST', secret: '8gBm/:&EnhH.1/q' }

const SAMPLE_QR = `00020101021129260022NCHL00000000SAMPLECODE5204000053035245802NP5924Sample payee, do not pay6009KATHMANDU6304`
/** Leads to no account. */
export const SAMPLE_MERCHANT_QR = SAMPLE_QR + checksum(SAMPLE_QR)

/** An account that does not exist, so that an accidental payment fails. */
export const SAMPLE_BANK: BankAccount = {
  bankName: 'Sample Bank',
  accountName: 'Sample payee, do not pay',
  accountNumber: '000000000000',
  branch: 'Kathmandu',
}

export class ConfigurationError extends Error {}

/** While a payer may still pay (an hour and a margin), an open payment is looked up every five minutes. */
const DEFAULT_RECONCILE_MINUTES = [1, 3, ...Array.from({ length: 15 }, (_, index) => (index + 1) * 5)]

/** A missing variable means its default. Throws one `ConfigurationError` with a message per malformed variable. */
export function readEnv(from: Record<string, string | undefined>) {
  const problems: string[] = []
  const value = (name: string): string | undefined => from[name]?.trim() || undefined
  const read = <Value>(name: string, format: Format<Value>, fallback: Value): Value => {
    const text = value(name)
    if (text === undefined) return fallback
    const result = format.parse(text)
    const problem = format.isSecret ? `${name} is not valid` : `${name} is "${text}"`
    if (result === undefined) problems.push(`${problem}: set it to ${format.expects}, or remove it.`)
    return result ?? fallback
  }
  const port = read('PORT', wholeNumber('a port', 1, 65_535), 4321)
  const payments = read('PAYMENTS', oneOf('sandbox', 'test', 'live'), 'sandbox')
  const geminiKey = value('GEMINI_API_KEY')
  const secretKey = read('STRIPE_SECRET_KEY', secret(/^[sr]k_(test|live)_\w+$/, 'a key like sk_test_…'), undefined)
  const publishableKey = read(
    'STRIPE_PUBLISHABLE_KEY',
    matching(/^pk_(test|live)_\w+$/, 'a key like pk_test_…'),
    undefined,
  )
  const webhookSecret = read('STRIPE_WEBHOOK_SECRET', secret(/^whsec_\S+$/, 'a secret like whsec_…'), undefined)
  const fonepay = {
    url: read('FONEPAY_URL', FONEPAY_URL, undefined),
    username: value('FONEPAY_USERNAME'),
    password: value('FONEPAY_PASSWORD'),
    terminalId: read('FONEPAY_TERMINAL', matching(/^\w{1,16}$/, 'the 16 digits of your terminal'), undefined),
    privateKey: read('FONEPAY_PRIVATE_KEY', PRIVATE_KEY, undefined),
    loginPath: read(
      'FONEPAY_LOGIN_PATH',
      matching(/^\/[\w/-]+$/, 'a path like /api/login'),
      DEFAULT_FONEPAY_LOGIN_PATH,
    ),
    qrType: read('FONEPAY_QR_TYPE', oneOf('DYNAMIC_QR', 'INTENT_QR'), 'DYNAMIC_QR'),
  }
  const hasMerchant = payments !== 'live' || value('ESEWA_PRODUCT_CODE') || value('ESEWA_SECRET')
  const env = {
    host: value('HOST') ?? '127.0.0.1',
    port,
    dataDir: value('DATA_DIR') ?? DATA_DIR,
    /** Undefined means SQLite in `dataDir`. */
    databaseUrl: read('DATABASE_URL', POSTGRES_URL, undefined),
    /** Canonical origin without a trailing slash, used for the return URLs of gateways. */
    siteUrl: read('SITE_URL', origin('https://chautari.example'), `http://localhost:${port}`),
    staffEmail: read('STAFF_EMAIL', EMAIL, 'staff@chautari.example'),
    staffPassword: read('STAFF_PASSWORD', NEW_PASSWORD, undefined),
    /** Number of trusted proxies in front. */
    trustProxy: read('TRUST_PROXY', PROXY_COUNT, 0),
    holdMinutes: read('HOLD_MINUTES', wholeNumber('whole minutes', 1, 1_440), 30),
    transferHours: read('TRANSFER_HOURS', wholeNumber('whole hours', 1, 720), 72),
    /** From 0 to 1: seats per day that announced transfers without a receipt may take. */
    unpaidShare: read('UNPAID_SHARE', SHARE, 0.5),
    verifyHours: read('VERIFY_HOURS', wholeNumber('whole hours', 1, 720), 72),
    /** Minutes before closing at which sales for the same day end. */
    sameDayCutoffMinutes: read(
      'SAME_DAY_CUTOFF_MINUTES',
      wholeNumber('whole minutes', 0, 720),
      SAME_DAY_CUTOFF_MINUTES,
    ),
    /** When the server looks up open payments and refunds at their gateway. */
    reconcile: {
      afterMinutes: read('RECONCILE_AFTER_MINUTES', ASCENDING_MINUTES, DEFAULT_RECONCILE_MINUTES),
      everyMinutes: read('RECONCILE_EVERY_MINUTES', wholeNumber('whole minutes', 1, 1_440), 60),
      forHours: read('RECONCILE_HOURS', wholeNumber('whole hours', 1, 168), 24),
    } satisfies LookupSchedule,
    payments,
    /** Undefined in live mode without a merchant account. */
    esewa: hasMerchant
      ? {
          productCode: value('ESEWA_PRODUCT_CODE') ?? ESEWA_TEST_MERCHANT.productCode,
          secret: value('ESEWA_SECRET') ?? ESEWA_TEST_MERCHANT.secret,
        }
      : undefined,
    esewaApi: read('ESEWA_API', oneOf('v1', 'v2'), 'v2'),
    khalti: { secretKey: value('KHALTI_SECRET_KEY'), publicKey: value('KHALTI_PUBLIC_KEY') } satisfies KhaltiMerchant,
    khaltiApi: read('KHALTI_API', oneOf('v1', 'v2'), 'v2'),
    /** Undefined when cards are not set up. The sandbox needs none. */
    stripe: secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret } : undefined,
    bank: {
      bankName: value('BANK_NAME') ?? SAMPLE_BANK.bankName,
      accountName: value('BANK_ACCOUNT_NAME') ?? SAMPLE_BANK.accountName,
      accountNumber: value('BANK_ACCOUNT_NUMBER') ?? SAMPLE_BANK.accountNumber,
      branch: value('BANK_BRANCH') ?? SAMPLE_BANK.branch,
    },
    /** How bills are headed and numbered, and whether they show VAT. */
    bills: read('BILLS', oneOf(...SALE_KINDS), 'receipt'),
    /** Undefined: emails are written to `dataDir`/outbox. */
    smtpUrl: read('SMTP_URL', secret(/^smtps?:\/\/.+/, 'an address like smtp://user:password@host:587'), undefined),
    mailFrom: read('MAIL_FROM', SENDER, `${getBrand().name} <${getBrand().email}>`),
    /** Undefined: the staff area explains how to set it. */
    deployHookUrl: read('DEPLOY_HOOK_URL', HOOK_URL, undefined),
    /** Text of the merchant's static QR code. */
    merchantQr: value('MERCHANT_QR') ?? (payments === 'sandbox' ? SAMPLE_MERCHANT_QR : undefined),
    /** Who makes the codes of QR payments: us, from `merchantQr`, or Fonepay, which also reports the payment. */
    qrProvider: read('QR_PROVIDER', oneOf('static', 'fonepay'), 'static'),
    /** Undefined when Fonepay is not set up. The sandbox needs none. */
    fonepay: isComplete(fonepay) ? fonepay : undefined,
    chat: {
      /** Undefined when the assistant is offline. */
      access: geminiKey
        ? {
            key: geminiKey,
            model: value('GEMINI_MODEL') ?? DEFAULT_MODEL,
            baseUrl: read('GEMINI_BASE_URL', origin('https://generativelanguage.googleapis.com'), undefined),
          }
        : undefined,
      /** Requests to the model per day, for all visitors together. */
      dailyLimit: read('CHAT_DAILY_LIMIT', wholeNumber('a whole number', 0, 1_000_000), 500),
    },
    paymentDebug: read('PUBLIC_PAYMENT_DEBUG', TRUE_OR_FALSE, false),
  }
  const allowSandbox = read('ALLOW_SANDBOX', TRUE_OR_FALSE, false)
  if (!env.stripe && CARD_SETTINGS.some((name) => value(name)))
    problems.push(`Card payments need all three settings: set ${CARD_SETTINGS.join(', ')}, or remove them.`)
  if (!env.fonepay && FONEPAY_SETTINGS.some((name) => value(name)))
    problems.push(`Fonepay needs all of its settings: set ${FONEPAY_SETTINGS.join(', ')}, or remove them.`)
  problems.push(...findConflicts(env, allowSandbox))
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'))
  return env
}

/** Rejects test credentials and sample sellers in live mode, live credentials elsewhere, and a public sandbox. */
function findConflicts(env: Env, allowSandbox: boolean): string[] {
  const { payments, reconcile, siteUrl, esewa = ESEWA_TEST_MERCHANT, khalti, stripe, merchantQr, bank } = env
  const isLive = payments === 'live'
  const ownCode = esewa.productCode !== ESEWA_TEST_MERCHANT.productCode
  const ownSecret = esewa.secret !== ESEWA_TEST_MERCHANT.secret
  // v1 has no signature: only the code identifies the merchant.
  const ownMerchant = ownCode && (ownSecret || env.esewaApi === 'v1')
  // Keys of Khalti's v2 API do not show whether they are test keys; those of v1 do.
  const khaltiConflicts = Object.entries({ KHALTI_SECRET_KEY: khalti.secretKey, KHALTI_PUBLIC_KEY: khalti.publicKey })
    .filter(([, key]) => key !== undefined)
    .flatMap(([name, key = '']): Conflict[] => [
      [
        payments === 'sandbox',
        `PAYMENTS is sandbox with a Khalti key: remove ${name}, or set PAYMENTS to test or live.`,
      ],
      [isLive && key.startsWith('test_'), `PAYMENTS is live with a Khalti test key: set ${name} to your own live key.`],
      [
        payments === 'test' && env.khaltiApi === 'v1' && !key.startsWith('test_'),
        `PAYMENTS is test with a live Khalti key: set ${name} to your test key, or set PAYMENTS=live.`,
      ],
    ])
  const cardMode = isLive ? 'live' : 'test'
  const qr = merchantQr && merchantQr !== SAMPLE_MERCHANT_QR ? readMerchantCode(merchantQr) : undefined
  const qrProblem = qr && !qr.ok ? qr.problem : undefined
  const conflicts: Conflict[] = [
    [
      (reconcile.afterMinutes.at(-1) ?? 0) > reconcile.forHours * 60,
      `RECONCILE_AFTER_MINUTES goes beyond RECONCILE_HOURS: set it to minutes within ${reconcile.forHours} hours, or raise the hours.`,
    ],
    [
      isLive && PAYMENT_METHODS.every((method) => missingSettings(env, method)),
      'PAYMENTS is live and no payment method is set up: set ESEWA_PRODUCT_CODE and ESEWA_SECRET, KHALTI_SECRET_KEY, the STRIPE_* keys, or the BANK_* account.',
    ],
    [
      payments === 'sandbox' && isPublic(siteUrl) && !allowSandbox,
      `PAYMENTS is sandbox on the public address ${siteUrl}: set PAYMENTS=live, or ALLOW_SANDBOX=true for a demonstration.`,
    ],
    [
      isLive && env.esewa !== undefined && !ownMerchant,
      "PAYMENTS is live with eSewa's test merchant: set ESEWA_PRODUCT_CODE and ESEWA_SECRET to your own values, or remove both.",
    ],
    [
      !isLive && (ownCode || ownSecret),
      `PAYMENTS is ${payments} with a live eSewa merchant: remove ESEWA_PRODUCT_CODE and ESEWA_SECRET, or set PAYMENTS=live.`,
    ],
    ...khaltiConflicts,
    [
      [stripe?.secretKey, stripe?.publishableKey].some((key) => key && !key.includes(`_${cardMode}_`)),
      `PAYMENTS is ${payments}: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be ${cardMode} keys, or be removed.`,
    ],
    [
      isLive && env.bills !== 'receipt' && getBrand().sample,
      `PAYMENTS is live and BILLS is ${env.bills} with a sample seller: set legalName, address and registration in content/brand.json and "sample" to false there, or set BILLS=receipt.`,
    ],
    [qrProblem !== undefined, `MERCHANT_QR ${qrProblem}: set it to the text of your own static QR code, or remove it.`],
    [
      !isLive && qr?.ok === true,
      `PAYMENTS is ${payments} with a MERCHANT_QR that receives real money: remove it, or set PAYMENTS=live.`,
    ],
    [
      payments === 'sandbox' && env.fonepay !== undefined,
      'PAYMENTS is sandbox with a Fonepay account: remove the FONEPAY_* settings, or set PAYMENTS to test or live.',
    ],
    [
      isLive && env.fonepay !== undefined && FONEPAY_TEST_HOST.test(new URL(env.fonepay.url).hostname),
      'PAYMENTS is live with a test address of Fonepay: set FONEPAY_URL to the address for live payments.',
    ],
    [
      !isLive && bank.accountNumber !== SAMPLE_BANK.accountNumber,
      `PAYMENTS is ${payments} with a bank account that receives real money: remove BANK_ACCOUNT_NUMBER, or set PAYMENTS=live.`,
    ],
  ]
  return conflicts.filter(([exists]) => exists).map(([, message]) => message)
}
type Conflict = [exists: boolean, message: string]

/** Returns the missing settings of a method; undefined when it can be offered. */
export function missingSettings(env: Env, method: PaymentMethod): string | undefined {
  const { payments, khalti, khaltiApi, merchantQr, bank } = env
  if (payments === 'sandbox') return undefined
  const hasSampleAccount = bank.accountNumber === SAMPLE_BANK.accountNumber
  switch (method) {
    case 'esewa':
      return env.esewa ? undefined : 'ESEWA_PRODUCT_CODE and ESEWA_SECRET'
    case 'khalti':
      if (khalti.secretKey && (khaltiApi === 'v2' || khalti.publicKey)) return undefined
      return khaltiApi === 'v2' ? 'KHALTI_SECRET_KEY' : 'KHALTI_SECRET_KEY and KHALTI_PUBLIC_KEY'
    case 'stripe':
      return env.stripe ? undefined : CARD_SETTINGS.join(', ')
    case 'qr_payment':
      if (env.qrProvider === 'fonepay') return env.fonepay ? undefined : FONEPAY_SETTINGS.join(', ')
      if (hasSampleAccount || !merchantQr || merchantQr === SAMPLE_MERCHANT_QR)
        return 'MERCHANT_QR and the BANK_* account'
      return undefined
    case 'bank_transfer':
      return payments === 'live' && hasSampleAccount ? 'the BANK_* account' : undefined
  }
}
const CARD_SETTINGS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']

export const DEFAULT_FONEPAY_LOGIN_PATH = '/api/merchant/third-party/v2/login'
/** The published hosts of Fonepay's tests; the bank gives the one for live payments. */
const FONEPAY_TEST_HOST = /^(dev|uat)-.*\.fonepay\.com$/
const FONEPAY_SETTINGS = [
  'FONEPAY_URL',
  'FONEPAY_USERNAME',
  'FONEPAY_PASSWORD',
  'FONEPAY_TERMINAL',
  'FONEPAY_PRIVATE_KEY',
]

const isComplete = <Value extends object>(
  settings: Value,
): settings is { [Name in keyof Value]: NonNullable<Value[Name]> } =>
  Object.values(settings).every((setting) => setting !== undefined)

/** Judged by the host name only. */
export function isPublic(siteUrl: string): boolean {
  const host = new URL(siteUrl).hostname
  return !/^(localhost|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|.*\.local)$/.test(
    host,
  )
}

/** How a variable is parsed, and what the message asks for when it is malformed. */
interface Format<Value> {
  parse(text: string): Value | undefined
  expects: string
  /** Its text is never repeated in a message, even when malformed. */
  isSecret?: true
}

const matching = (pattern: RegExp, expects: string): Format<string> => ({
  parse: (text) => (pattern.test(text) ? text : undefined),
  expects,
})

const wholeNumber = (what: string, min: number, max: number): Format<number> => ({
  parse: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
  expects: `${what} from ${min} to ${max}`,
})

const oneOf = <Choice extends string>(...choices: Choice[]): Format<Choice> => ({
  parse: (text) => choices.find((choice) => choice === text),
  expects: choices.join(', ').replace(/, (\w+)$/, ' or $1'),
})

const origin = (example: string): Format<string> => ({
  parse: (text) => {
    const url = parseWebAddress(text)
    return url?.pathname === '/' && !url.search ? url.origin : undefined
  },
  expects: `an address like ${example}`,
})

const secret = (pattern: RegExp, expects: string): Format<string> => ({ ...matching(pattern, expects), isSecret: true })

const POSTGRES_URL = secret(/^postgres(ql)?:\/\/.+/, 'an address like postgres://user:password@host/database')

const FONEPAY_URL: Format<string> = {
  parse: (text) => {
    const url = parseWebAddress(text)
    return url?.protocol === 'https:' && !url.search ? url.href.replace(/\/$/, '') : undefined
  },
  expects: 'the https address that the bank gave you',
}

const PRIVATE_KEY: Format<string> = {
  parse: (text) => {
    try {
      createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
      return text
    } catch {
      return undefined
    }
  },
  expects: 'an RSA key in PKCS#8, as base64 in one line',
  isSecret: true,
}

const PROXY_COUNT = { ...wholeNumber('', 0, 10), expects: 'the number of proxies in front, 0 to 10' }

const TRUE_OR_FALSE: Format<boolean> = {
  parse: (text) => (['true', 'false'].includes(text) ? text === 'true' : undefined),
  expects: 'true or false',
}

const SHARE: Format<number> = {
  parse: (text) => (/^\d?(\.\d{1,4})?$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
  expects: 'a number from 0 to 1',
}

const ASCENDING_MINUTES: Format<readonly number[]> = {
  parse: (text) => {
    const numbers = text.split(',').map((part) => wholeNumber('', 1, 10_080).parse(part.trim()) ?? Number.NaN)
    return numbers.every((number, index) => number > (numbers[index - 1] ?? 0)) ? numbers : undefined
  },
  expects: 'ascending whole minutes like 1,5,15,60',
}

const EMAIL: Format<string> = {
  parse: (text) => (isEmail(text) ? text.toLowerCase() : undefined),
  expects: 'an email address',
}

const SENDER: Format<string> = {
  parse: (text) => (isEmail(/<([^<>]*)>$/.exec(text)?.[1] ?? text) ? text : undefined),
  expects: 'a sender like Name <name@example.com>',
}

const NEW_PASSWORD: Format<string> = {
  parse: (text) => (findPasswordProblem(text, []) ? undefined : text),
  expects: 'a password of 15 to 128 characters that is not easy to guess',
  isSecret: true,
}

const HOOK_URL: Format<string> = {
  parse: (text) => parseWebAddress(text)?.href,
  expects: 'a complete URL like https://host.example/hook',
  isSecret: true,
}

function parseWebAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
