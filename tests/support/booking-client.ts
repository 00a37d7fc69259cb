import { Agent, request } from 'node:http'
import { addDays, type IsoDate, kathmanduDate } from '#domain/calendar.ts'

export interface BookingResponse {
  status: number
  body: { bookingId?: string; secret?: string; totalAmount?: number; error?: { code: string; message: string } }
}

export type PlacedBooking = { bookingId: string; secret: string; totalAmount: number }

/** Books over kept-alive connections, with a different client address for every booking. */
export class BookingClient {
  readonly #url: string
  readonly #agent: Agent
  /** Starts at a random address range, because unpaid bookings are limited per network. */
  #count = Math.floor(Math.random() * 2 ** 24)

  constructor(url: string, connections: number) {
    this.#url = url
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Returns a valid booking request. */
  static request(over: Record<string, unknown> = {}): Record<string, unknown> {
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

  place(choices: Record<string, unknown>, key = crypto.randomUUID()): Promise<BookingResponse> {
    return this.send('POST', '/api/bookings', choices, { 'idempotency-key': key, ...this.#newAddress() })
  }

  async startPayment<Payment extends { paymentId: string }>(booking: PlacedBooking, method: string): Promise<Payment> {
    const { bookingId, secret } = booking
    const headers = { authorization: `Bearer ${secret}`, ...this.#newAddress() }
    const { status, body } = await this.send('POST', '/api/payments', { bookingId, method }, headers)
    if (status !== 201) throw new Error(`The payment did not start: ${status} ${JSON.stringify(body)}`)
    return body as unknown as Payment
  }

  #newAddress(): Record<string, string> {
    const number = this.#count++
    return { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` }
  }

  get(path: string, headers: Record<string, string> = {}): Promise<BookingResponse> {
    return this.send('GET', path, undefined, headers)
  }

  send(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<BookingResponse> {
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

  close(): void {
    this.#agent.destroy()
  }
}

export const inDays = (days: number): IsoDate => addDays(kathmanduDate(Date.now()), days)

interface Customer {
  firstName?: string
  lastName?: string
  email?: string
  [choice: string]: unknown
}

/** Books for a customer; all other properties change the booking request. */
export async function placeBooking(url: string | undefined, customer: Customer = {}): Promise<PlacedBooking> {
  const {
    firstName = 'Aarati',
    lastName = 'Shrestha',
    email = `${lastName.toLowerCase()}@example.com`,
    ...over
  } = customer
  const client = new BookingClient(url ?? '', 1)
  const contactInfo = { firstName, lastName, email, phone: '9841234567' }
  const { status, body } = await client.place(BookingClient.request({ contactInfo, ...over }))
  client.close()
  if (status !== 201) throw new Error(`No booking: ${status} ${JSON.stringify(body)}`)
  return body as PlacedBooking
}

/** Books for a customer and announces a bank transfer. */
export async function placeTransfer(url: string | undefined, customer: Customer = {}) {
  const booking = await placeBooking(url, customer)
  const client = new BookingClient(url ?? '', 1)
  const { paymentId } = await client.startPayment(booking, 'bank_transfer')
  client.close()
  return { ...booking, paymentId }
}
