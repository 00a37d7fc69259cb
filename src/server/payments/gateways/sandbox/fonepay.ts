import { generateKeyPairSync, verify } from 'node:crypto'
import { readRupees, toDecimalRupees } from '#domain/money.ts'
import { checksum, createDynamicCode } from '#domain/receipt/emv-code.ts'
import { DEFAULT_FONEPAY_LOGIN_PATH, type FonepayAccount } from '../../../env.ts'
import { createSecret } from '../../../secrets.ts'
import { FONEPAY_QR_PATH, FONEPAY_STATUS_PATH, SANDBOX_FONEPAY_PATH } from '../fonepay.ts'
import {
  FONEPAY_OUTCOMES,
  type FonepayChoice,
  type FonepayPayment,
  getFonepayStatus,
  isOpenCode,
} from './fonepay-outcome.ts'
import { readStored, type SandboxContext, type SandboxResponse, toResponse } from './store.ts'

const LOGIN_PATHS = [DEFAULT_FONEPAY_LOGIN_PATH, '/api/merchant/merchantDetailsForThirdParty/v2/login']
const TOKEN_SECONDS = 3_600
const MAX_AMOUNT = 9_999_999_00
const MAX_REFERENCE_LENGTH = 21
const CREDENTIALS = { username: 'sandbox', password: 'sandbox', terminalId: '2222000000000001' }
const UNSEALED_CODE = `00020101021126350011fonepay.com0716${CREDENTIALS.terminalId}5204000053035245802NP5924Sample payee, do not pay6009KATHMANDU6304`
/** In Fonepay's template of an account, and leads to none. */
const MERCHANT_CODE = UNSEALED_CODE + checksum(UNSEALED_CODE)

type Body = Readonly<Record<string, unknown>>

let keys: { publicKey: string; privateKey: string } | undefined

/** Of this process. Created on first use, because it takes a moment. */
function getKeys() {
  keys ??= generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { format: 'pem', type: 'spki' },
    privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  })
  return keys
}

/** Local fake of Fonepay's dynamic QR, version 2; no money moves. */
export class SandboxFonepay {
  readonly #context: Pick<SandboxContext, 'store' | 'siteUrl' | 'now'>
  /** When each token ends. */
  readonly #tokens = new Map<string, number>()

  constructor(context: Pick<SandboxContext, 'store' | 'siteUrl' | 'now'>) {
    this.#context = context
  }

  get account(): FonepayAccount {
    return {
      ...CREDENTIALS,
      url: new URL(SANDBOX_FONEPAY_PATH, this.#context.siteUrl).href,
      loginPath: DEFAULT_FONEPAY_LOGIN_PATH,
      privateKey: getKeys().privateKey.replace(/-----[^-]+-----|\s/g, ''),
      qrType: 'DYNAMIC_QR',
    }
  }

  async respond(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(SANDBOX_FONEPAY_PATH.length)
    const text = await request.text()
    const signature = Buffer.from(request.headers.get('signature') ?? '', 'base64')
    if (!verify('sha256', Buffer.from(text), getKeys().publicKey, signature))
      return toResponse({ status: 401, body: { message: 'Invalid signature.' } })
    return toResponse(await this.#route(path, JSON.parse(text), request.headers.get('authorization') ?? ''))
  }

  async #route(path: string, sent: Body, authorization: string): Promise<SandboxResponse> {
    if (LOGIN_PATHS.includes(path)) return this.#logIn(authorization)
    if ((this.#tokens.get(authorization) ?? 0) <= this.#context.now())
      return { status: 401, body: { message: 'Token expired.' } }
    if (path === FONEPAY_QR_PATH) return this.#makeCode(sent)
    if (path === FONEPAY_STATUS_PATH) return this.#readStatus(String(sent.referenceLabel))
    return { status: 404, body: { message: 'Not found.' } }
  }

  #logIn(authorization: string): SandboxResponse {
    const { username, password } = CREDENTIALS
    if (authorization !== `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
      return { status: 401, body: { message: 'Invalid credentials.' } }
    const accessToken = `Bearer ${createSecret()}`
    this.#tokens.set(accessToken, this.#context.now() + TOKEN_SECONDS * 1_000)
    return {
      status: 200,
      body: { username, accessToken, refreshToken: createSecret(), tokenType: 'Bearer', expiresIn: TOKEN_SECONDS },
    }
  }

  async #makeCode(sent: Body): Promise<SandboxResponse> {
    const { referenceLabel, billId, terminalId, qrType } = sent
    const amount = readRupees(String(sent.amount))
    const label = String(referenceLabel)
    if (qrType !== 'DYNAMIC_QR' && qrType !== 'INTENT_QR') return reject({ qrType: 'Invalid QR type' })
    if (!/^[A-Za-z0-9]{1,30}$/.test(label)) return reject({ referenceLabel: 'Invalid reference label' })
    if (typeof sent.amount !== 'number' || amount === undefined || amount < 100 || amount > MAX_AMOUNT)
      return reject({ amount: 'Amount must be between 1 and 9999999' })
    if (typeof billId !== 'string' || billId === '') return reject({ billId: 'Bill ID must not be blank' })
    if (terminalId !== CREDENTIALS.terminalId) return { status: 409, body: { message: 'Unknown terminal' } }
    if (await this.find(label)) return { status: 409, body: { message: 'Duplicate reference label' } }
    await this.#save({
      label,
      billId,
      amount,
      qrType,
      openedAt: this.#context.now(),
      status: 'timeout',
      traceId: null,
    })
    const reference = label.slice(0, MAX_REFERENCE_LENGTH)
    return {
      status: 202,
      body: {
        qrString: createDynamicCode(MERCHANT_CODE, { amount, reference }),
        qrMessage: '',
        qrDisplayName: 'Sample payee, do not pay',
        status: 'SUCCESS',
        terminalId,
        terminalName: 'Sandbox',
        prn: label,
        websocketId: 'wss://sandbox.invalid/',
        location: 'Kathmandu',
        fonepayPanNumber: '000000000',
      },
    }
  }

  async #readStatus(label: string): Promise<SandboxResponse> {
    const payment = await this.find(label)
    const now = this.#context.now()
    if (!payment) return { status: 500, body: {} }
    if (now < (payment.downUntil ?? 0))
      return payment.down === 'html'
        ? { status: 200, body: '<!doctype html><title>Fonepay</title><p>We will be back soon.</p>' }
        : { status: 500, body: {} }
    const status = getFonepayStatus(payment, now)
    return {
      status: 200,
      body: {
        prn: label,
        merchantCode: CREDENTIALS.terminalId,
        paymentStatus: status,
        requestedAmount: toDecimalRupees(payment.amount),
        totalTransactionAmount: Number(toDecimalRupees(payment.taken ?? payment.amount)),
        fonepayTraceId: status === 'success' ? payment.traceId : null,
        paymentMessage: status === 'timeout' ? 'Data not found.' : status,
      },
    }
  }

  async find(label: string): Promise<FonepayPayment | undefined> {
    return /^[A-Za-z0-9]{1,30}$/.test(label) ? readStored(this.#context, `fonepay:${label}`) : undefined
  }

  /** The first choice is final. */
  async decide(label: string, choice: FonepayChoice): Promise<void> {
    const payment = await this.find(label)
    if (!payment || !isOpenCode(payment)) return
    await this.#save({ ...payment, ...FONEPAY_OUTCOMES[choice](payment, this.#context.now()) })
  }

  #save(payment: FonepayPayment): Promise<void> {
    return this.#context.store.set(`fonepay:${payment.label}`, JSON.stringify(payment))
  }
}

/** Fonepay sends the fields of a rejected request as an object. */
const reject = (message: Record<string, string>): SandboxResponse => ({
  status: 400,
  body: { message, status: 'FAILED' },
})
