import { Agent, request } from 'node:http'
import { addDays, kathmanduDate } from '#domain/calendar.ts'

export interface Answer {
  status: number
  body: { bookingId?: string; secret?: string; totalAmount?: number; error?: { code: string; message: string } }
}

/** Many buyers, each with an address of their own, over real connections that are kept open. */
export class Buyers {
  readonly #url: string
  readonly #agent: Agent
  /** Another range for each, as unpaid bookings are limited per network. */
  #count = Math.floor(Math.random() * 2 ** 24)

  constructor(url: string, connections: number) {
    this.#url = url
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** A booking request that is valid as it stands; `over` changes it. */
  static choices(over: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      locationId: 'dhobighat-hub',
      planId: 'explorer',
      startDate: inDays(30),
      addOns: [],
      meetingRoomHours: 0,
      guestPasses: 0,
      contactInfo: { firstName: 'Aarati', lastName: 'Shrestha', email: 'aarati@example.com', phone: '9841234567' },
      ...over,
    }
  }

  place(choices: Record<string, unknown>, key = crypto.randomUUID()): Promise<Answer> {
    const number = this.#count++
    return this.send('POST', '/api/bookings', choices, {
      'idempotency-key': key,
      'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    })
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers)
  }

  send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const call = request(
        this.#url + path,
        {
          method,
          agent: this.#agent,
          headers: {
            ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.once('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString() || '{}') }),
          )
          answer.once('error', reject)
        },
      )
      call.once('error', reject)
      call.end(text)
    })
  }

  leave(): void {
    this.#agent.destroy()
  }
}

export const inDays = (days: number): string => addDays(kathmanduDate(Date.now()), days)
