import { BookingClient, inDays } from '../support/booking-client.ts'

const CONNECTIONS = 64
/** Days over which the bookings are spread. */
const DAYS = 360

let sent = 0

interface Load {
  seconds: number
  /** Milliseconds of each booking. */
  latencies: readonly number[]
}

/** Places bookings over 64 connections. Throws if one is rejected. */
export async function placeBookings(url: string, count: number): Promise<Load> {
  const client = new BookingClient(url, CONNECTIONS)
  const latencies: number[] = []
  let left = count
  const start = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) {
        const sentAt = performance.now()
        const { status } = await client.place(choices(sent++))
        if (status !== 201) throw new Error(`A booking was answered with ${status}.`)
        latencies.push(performance.now() - sentAt)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  client.close()
  return { seconds, latencies }
}

function choices(number: number): Record<string, unknown> {
  return BookingClient.request({
    locationId: number % 7 < 3 ? 'dhobighat-hub' : 'kausimaa',
    startDate: inDays(1 + (number % DAYS)),
    // One in 20 of each day, as the rooms of a day have few hours.
    meetingRoomHours: Math.floor(number / DAYS) % 20 === 0 ? 1 : 0,
    contactInfo: {
      firstName: 'Aarati',
      lastName: `No ${number}`,
      email: `a${number}@example.com`,
      phone: '9841234567',
    },
  })
}
