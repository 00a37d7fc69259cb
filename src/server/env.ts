import { isEmail } from '#domain/contact.ts'
import type { LookupSchedule } from '#domain/lookup-schedule.ts'
import { findPasswordProblem } from '#domain/password.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'
import { MERCHANT_PROBLEMS, readMerchantCode } from '#domain/receipt/emv-code.ts'
import { SAME_DAY_CUTOFF_MINUTES } from '#domain/same-day.ts'
import type { ModelAccess } from './assistant/model.ts'
import { getBrand } from './catalogue.ts'
import { ESEWA_TEST_MERCHANT } from './payments/gateways/esewa.ts'
import type { BankAccount, EsewaMerchant, KhaltiMerchant, StripeKeys } from './payments/gateways/gateway.ts'
import { SAMPLE_MERCHANT_QR } from './payments/gateways/qr.ts'

/** The settings of a running server. Read once, at start, by `readEnv`. */
export interface Env {
  host: string
  port: number
  dataDir: string
  /** `postgres://…`; absent: SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** Canonical origin without a trailing slash. Return addresses of gateways come from it, never from a request. */
  siteUrl: string
  staffEmail: string
  staffPassword: string | undefined
  /** How many proxies in front may name the client's address. */
  trustProxy: number
  holdMinutes: number
  transferHours: number
  /** The share of a day's seats, from 0 to 1, that announced transfers without a receipt may take. */
  unpaidShare: number
  verifyHours: number
  /** How long before closing the sales for today end. */
  sameDayCutoffMinutes: number
  /** When open payments and refunds are asked about by ourselves. */
  reconcile: LookupSchedule
  payments: PaymentsMode
  /** Undefined in live mode without a merchant account. */
  esewa: EsewaMerchant | undefined
  esewaApi: 'v1' | 'v2'
  khalti: KhaltiMerchant
  khaltiApi: 'v1' | 'v2'
  /** Absent: cards are not set up. The sandbox needs none. */
  stripe: StripeKeys | undefined
  bank: BankAccount
  /** The static code of the merchant's account, which QR payments are made from. */
  merchantQr: string | undefined
  paymentDebug: boolean
  chat: {
    /** Absent: the assistant is offline. */
    access: ModelAccess | undefined
    /** How often a day its service is asked, by all visitors together. */
    dailyLimit: number
  }
  /** Absent: mails are written to `dataDir`/outbox. */
  smtpUrl: string | undefined
  mailFrom: string
  /** Where a new build of the pages is ordered; absent: the staff area says how to set it. */
  deployHookUrl: string | undefined
}
export type PaymentsMode = 'sandbox' | 'test' | 'live'

export const DATA_DIR = 'data'

/** A fast general model. */
export const DEFAULT_MODEL = 'gemini-2.5-flash'

/** Nobody can pay into this account by accident. */
export const SAMPLE_BANK: BankAccount = {
  bankName: 'Sample Bank',
  accountName: 'Sample payee, do not pay',
  accountNumber: '000000000000',
  branch: 'Kathmandu',
}

/** Not repeated in a terminal or a log, however malformed. */
const SECRETS = [
  'DATABASE_URL',
  'STAFF_PASSWORD',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'DEPLOY_HOOK_URL',
  'GEMINI_API_KEY',
]

export class ConfigurationError extends Error {}

/**
 * While a payer may still be paying (an hour, and the margin) a payment that nobody came back from is found within five
 * minutes.
 */
const DEFAULT_RECONCILE_MINUTES = [1, 3, ...Array.from({ length: 15 }, (_, index) => (index + 1) * 5)]

/**
 * Absent means the default; a malformed value throws one `ConfigurationError` with a sentence per variable that says
 * what to set.
 */
export function readEnv(from: Record<string, string | undefined>): Env {
  const problems: string[] = []
  const value = (name: string): string | undefined => from[name]?.trim() || undefined
  const check = <T>(name: string, fallback: T, read: (text: string) => T | undefined, expects: string): T => {
    const text = value(name)
    if (text === undefined) return fallback
    const result = read(text)
    const said = SECRETS.includes(name) ? `${name} cannot be used` : `${name} is "${text}"`
    if (result === undefined) problems.push(`${said}: set it to ${expects}, or leave it out.`)
    return result ?? fallback
  }
  const port = check('PORT', 4321, wholeNumber(1, 65_535), 'a port from 1 to 65535')
  const payments = check('PAYMENTS', 'sandbox', oneOf('sandbox', 'test', 'live'), 'sandbox, test or live')
  const geminiKey = value('GEMINI_API_KEY')
  const env: Env = {
    host: value('HOST') ?? '127.0.0.1',
    port,
    dataDir: value('DATA_DIR') ?? DATA_DIR,
    databaseUrl: check(
      'DATABASE_URL',
      undefined,
      postgresUrl,
      'an address like postgres://user:password@host/database',
    ),
    siteUrl: check('SITE_URL', `http://localhost:${port}`, origin, 'an address like https://chautari.example'),
    staffEmail: check('STAFF_EMAIL', 'staff@chautari.example', email, 'an email address'),
    staffPassword: check(
      'STAFF_PASSWORD',
      undefined,
      newPassword,
      'a password of 15 to 128 characters that is not easy to guess',
    ),
    trustProxy: check('TRUST_PROXY', 0, wholeNumber(0, 10), 'the number of proxies in front, 0 to 10'),
    holdMinutes: check('HOLD_MINUTES', 30, wholeNumber(1, 1_440), 'whole minutes from 1 to 1440'),
    transferHours: check('TRANSFER_HOURS', 72, wholeNumber(1, 720), 'whole hours from 1 to 720'),
    unpaidShare: check('UNPAID_SHARE', 0.5, share, 'a number from 0 to 1'),
    verifyHours: check('VERIFY_HOURS', 72, wholeNumber(1, 720), 'whole hours from 1 to 720'),
    sameDayCutoffMinutes: check(
      'SAME_DAY_CUTOFF_MINUTES',
      SAME_DAY_CUTOFF_MINUTES,
      wholeNumber(0, 720),
      'whole minutes from 0 to 720',
    ),
    reconcile: {
      afterMinutes: check(
        'RECONCILE_AFTER_MINUTES',
        DEFAULT_RECONCILE_MINUTES,
        ascending(1, 10_080),
        'ascending whole minutes like 1,5,15,60',
      ),
      everyMinutes: check('RECONCILE_EVERY_MINUTES', 60, wholeNumber(1, 1_440), 'whole minutes from 1 to 1440'),
      forHours: check('RECONCILE_HOURS', 24, wholeNumber(1, 168), 'whole hours from 1 to 168'),
    },
    payments,
    esewa:
      payments === 'live' && !value('ESEWA_PRODUCT_CODE') && !value('ESEWA_SECRET')
        ? undefined
        : {
            productCode: value('ESEWA_PRODUCT_CODE') ?? ESEWA_TEST_MERCHANT.productCode,
            secret: value('ESEWA_SECRET') ?? ESEWA_TEST_MERCHANT.secret,
          },
    esewaApi: check('ESEWA_API', 'v2', oneOf('v1', 'v2'), 'v1 or v2'),
    khalti: {
      secretKey: value('KHALTI_SECRET_KEY'),
      publicKey: value('KHALTI_PUBLIC_KEY'),
    },
    khaltiApi: check('KHALTI_API', 'v2', oneOf('v1', 'v2'), 'v1 or v2'),
    stripe: completeStripeKeys({
      secretKey: check('STRIPE_SECRET_KEY', undefined, stripeKey('[sr]k'), 'a key like sk_test_…'),
      publishableKey: check('STRIPE_PUBLISHABLE_KEY', undefined, stripeKey('pk'), 'a key like pk_test_…'),
      webhookSecret: check('STRIPE_WEBHOOK_SECRET', undefined, webhookSecret, 'a secret like whsec_…'),
    }),
    bank: {
      bankName: value('BANK_NAME') ?? SAMPLE_BANK.bankName,
      accountName: value('BANK_ACCOUNT_NAME') ?? SAMPLE_BANK.accountName,
      accountNumber: value('BANK_ACCOUNT_NUMBER') ?? SAMPLE_BANK.accountNumber,
      branch: value('BANK_BRANCH') ?? SAMPLE_BANK.branch,
    },
    smtpUrl: check('SMTP_URL', undefined, smtpUrl, 'an address like smtp://user:password@host:587'),
    mailFrom: check(
      'MAIL_FROM',
      `${getBrand().name} <${getBrand().email}>`,
      sender,
      'a sender like Name <name@example.com>',
    ),
    deployHookUrl: check('DEPLOY_HOOK_URL', undefined, webAddress, 'a whole address like https://host.example/hook'),
    merchantQr: value('MERCHANT_QR') ?? (payments === 'sandbox' ? SAMPLE_MERCHANT_QR : undefined),
    chat: {
      access:
        geminiKey === undefined
          ? undefined
          : {
              key: geminiKey,
              model: value('GEMINI_MODEL') ?? DEFAULT_MODEL,
              baseUrl: check(
                'GEMINI_BASE_URL',
                undefined,
                origin,
                'an address like https://generativelanguage.googleapis.com',
              ),
            },
      dailyLimit: check('CHAT_DAILY_LIMIT', 500, wholeNumber(0, 1_000_000), 'a whole number from 0 to 1000000'),
    },
    paymentDebug: check('PUBLIC_PAYMENT_DEBUG', false, trueOrFalse, 'true or false'),
  }
  const allowSandbox = check('ALLOW_SANDBOX', false, trueOrFalse, 'true or false')
  if (!env.stripe && CARD_SETTINGS.some((name) => value(name)))
    problems.push(`Cards need all three: set ${CARD_SETTINGS.join(', ')}, or leave them out.`)
  problems.push(
    ...reconcileProblems(env.reconcile),
    ...paymentProblems(env, allowSandbox),
    ...esewaProblems(env),
    ...khaltiProblems(env),
    ...cardProblems(env),
    ...qrProblems(env),
    ...bankProblems(env),
  )
  if (problems.length > 0) throw new ConfigurationError(problems.join('\n'))
  return env
}

function reconcileProblems({ afterMinutes, forHours }: LookupSchedule): string[] {
  if ((afterMinutes.at(-1) ?? 0) <= forHours * 60) return []
  return [
    `RECONCILE_AFTER_MINUTES goes beyond RECONCILE_HOURS: set it to minutes within ${forHours} hours, or raise the hours.`,
  ]
}

/** Rejects test credentials in live mode and live ones elsewhere, which would take no money, or another merchant's. */
function esewaProblems({ payments, esewa, esewaApi }: Env): string[] {
  if (!esewa) return []
  const ownCode = esewa.productCode !== ESEWA_TEST_MERCHANT.productCode
  const ownSecret = esewa.secret !== ESEWA_TEST_MERCHANT.secret
  // v1 has no signature: the code alone names the merchant.
  if (payments === 'live' && !(ownCode && (ownSecret || esewaApi === 'v1')))
    return [
      "PAYMENTS is live with eSewa's test merchant: set ESEWA_PRODUCT_CODE and ESEWA_SECRET to your own, or leave both out.",
    ]
  if (payments !== 'live' && (ownCode || ownSecret))
    return [
      `PAYMENTS is ${payments} with a live eSewa merchant: leave ESEWA_PRODUCT_CODE and ESEWA_SECRET out, or set PAYMENTS=live.`,
    ]
  return []
}

/** Rejects a sandbox that the public can reach, and a live site that can take no payment. */
function paymentProblems(env: Env, allowSandbox: boolean): string[] {
  if (env.payments === 'live' && PAYMENT_METHODS.every((method) => missingSettings(env, method)))
    return [
      'PAYMENTS is live and no payment method is set up: set ESEWA_PRODUCT_CODE and ESEWA_SECRET, KHALTI_SECRET_KEY, the STRIPE_* keys, or the BANK_* account.',
    ]
  if (env.payments === 'sandbox' && isPublic(env.siteUrl) && !allowSandbox)
    return [
      `PAYMENTS is sandbox on the public address ${env.siteUrl}: set PAYMENTS=live, or ALLOW_SANDBOX=true for a demonstration.`,
    ]
  return []
}

/** Keys of Khalti's current API do not tell whether they are test keys, those of the older one do. */
function khaltiProblems({ payments, khalti, khaltiApi }: Env): string[] {
  const keys = { KHALTI_SECRET_KEY: khalti.secretKey, KHALTI_PUBLIC_KEY: khalti.publicKey }
  return Object.entries(keys).flatMap(([name, key]) => {
    if (key === undefined) return []
    if (payments === 'sandbox')
      return `PAYMENTS is sandbox with a Khalti key: leave ${name} out, or set PAYMENTS to test or live.`
    const isTest = key.startsWith('test_')
    if (payments === 'live' && isTest)
      return `PAYMENTS is live with a test key of Khalti: set ${name} to your own live one.`
    if (payments === 'test' && khaltiApi === 'v1' && !isTest)
      return `PAYMENTS is test with a live key of Khalti: set ${name} to your test one, or set PAYMENTS=live.`
    return []
  })
}

/** A code that cannot be read pays nobody; into the merchant's own real money would go, which the sandbox denies. */
function qrProblems({ payments, merchantQr }: Env): string[] {
  if (merchantQr === undefined || merchantQr === SAMPLE_MERCHANT_QR) return []
  const read = readMerchantCode(merchantQr)
  if (!read.ok)
    return [
      `MERCHANT_QR ${MERCHANT_PROBLEMS[read.problem]}: set it to the text of your own static QR code, or leave it out.`,
    ]
  if (payments === 'live') return []
  return [`PAYMENTS is ${payments} with a MERCHANT_QR that takes real money: leave it out, or set PAYMENTS=live.`]
}

/** Returns the settings that a method needs and that are missing; undefined where it can be offered. */
export function missingSettings(env: Env, method: PaymentMethod): string | undefined {
  const { payments, khalti, khaltiApi, merchantQr, bank } = env
  if (payments === 'sandbox') return undefined
  const noAccount = bank.accountNumber === SAMPLE_BANK.accountNumber
  switch (method) {
    case 'esewa':
      return env.esewa ? undefined : 'ESEWA_PRODUCT_CODE and ESEWA_SECRET'
    case 'khalti':
      if (khalti.secretKey && (khaltiApi === 'v2' || khalti.publicKey)) return undefined
      return khaltiApi === 'v2' ? 'KHALTI_SECRET_KEY' : 'KHALTI_SECRET_KEY and KHALTI_PUBLIC_KEY'
    case 'stripe':
      return env.stripe ? undefined : CARD_SETTINGS.join(', ')
    case 'qr_payment':
      if (noAccount || !merchantQr || merchantQr === SAMPLE_MERCHANT_QR) return 'MERCHANT_QR and the BANK_* account'
      return undefined
    case 'bank_transfer':
      return payments === 'live' && noAccount ? 'the BANK_* account' : undefined
  }
}
const CARD_SETTINGS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']

/** Money paid into a real account is real, even outside live mode. */
function bankProblems({ payments, bank }: Env): string[] {
  if (payments === 'live' || bank.accountNumber === SAMPLE_BANK.accountNumber) return []
  return [
    `PAYMENTS is ${payments} with a bank account that takes real money: leave BANK_ACCOUNT_NUMBER out, or set PAYMENTS=live.`,
  ]
}

/** Money of Stripe's test mode pays nothing, and real cards are charged in live mode alone. */
function cardProblems({ stripe, payments }: Env): string[] {
  const wanted = payments === 'live' ? 'live' : 'test'
  const isWrong = [stripe?.secretKey, stripe?.publishableKey].some((key) => key && !key.includes(`_${wanted}_`))
  return isWrong
    ? [`PAYMENTS is ${payments}: STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be ${wanted} keys, or be left out.`]
    : []
}

/** Reachable from outside, as far as the name tells. */
export function isPublic(siteUrl: string): boolean {
  const host = new URL(siteUrl).hostname
  return !/^(localhost|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(1[6-9]|2\d|3[01])\.[\d.]+|.*\.local)$/.test(
    host,
  )
}

function completeStripeKeys({
  secretKey,
  publishableKey,
  webhookSecret,
}: { [name in keyof StripeKeys]: string | undefined }): StripeKeys | undefined {
  return secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret } : undefined
}

const stripeKey =
  (kind: string) =>
  (text: string): string | undefined =>
    new RegExp(`^${kind}_(test|live)_\\w+$`).test(text) ? text : undefined

const webhookSecret = (text: string): string | undefined => (/^whsec_\S+$/.test(text) ? text : undefined)

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number | undefined =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

const share = (text: string): number | undefined =>
  /^\d?(\.\d{1,4})?$/.test(text) && Number(text) <= 1 ? Number(text) : undefined

const ascending =
  (least: number, most: number) =>
  (text: string): number[] | undefined => {
    const numbers = text.split(',').map((part) => wholeNumber(least, most)(part.trim()))
    const rising = numbers.every((number, index) => number !== undefined && number > (numbers[index - 1] ?? 0))
    return rising ? numbers.filter((number) => number !== undefined) : undefined
  }

const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (text: string): Choice | undefined =>
    choices.find((choice) => choice === text)

const trueOrFalse = (text: string): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined

const email = (text: string): string | undefined => (isEmail(text) ? text.toLowerCase() : undefined)

const newPassword = (text: string): string | undefined => (findPasswordProblem(text, []) ? undefined : text)

const postgresUrl = (text: string): string | undefined => (/^postgres(ql)?:\/\/.+/.test(text) ? text : undefined)

const sender = (text: string): string | undefined => (isEmail(/<([^<>]*)>$/.exec(text)?.[1] ?? text) ? text : undefined)

const smtpUrl = (text: string): string | undefined => (/^smtps?:\/\/.+/.test(text) ? text : undefined)

function origin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search ? url.origin : undefined
}

function webAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}
