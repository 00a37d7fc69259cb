import * as z from 'zod/mini'
import { endsBeforeClosing } from '#domain/booking.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payment.ts'

/** Whether a booking can be paid by a method now, and why not. */
export const methodOfferSchema = z.object({
  id: z.enum(PAYMENT_METHODS),
  available: z.boolean(),
  reason: z.optional(z.string()),
})
export type MethodOffer = z.output<typeof methodOfferSchema>

interface OfferableMethod {
  id: PaymentMethod
  name: string
  /** Milliseconds after its start in which a payer may still pay. */
  window: number
  /** Why it is unavailable regardless of the time. */
  reason?: string | undefined
}

/** Offers the methods whose window ends before `closesAt`, when the last covered day closes (milliseconds). */
export function listMethodOffers(methods: readonly OfferableMethod[], now: number, closesAt: number): MethodOffer[] {
  const isInTime = ({ window }: OfferableMethod) => endsBeforeClosing(window, now, closesAt)
  const usable = methods.find((method) => method.reason === undefined && isInTime(method))
  return methods.map((method) => {
    const reason = method.reason ?? (isInTime(method) ? undefined : formatTooLateReason(method.name, usable?.name))
    return reason === undefined ? { id: method.id, available: true } : { id: method.id, available: false, reason }
  })
}

const formatTooLateReason = (name: string, usable: string | undefined): string =>
  `Too late today for ${name}${usable === undefined ? '' : `; choose ${usable}`}`
