import type { ClockTime } from '#domain/calendar.ts'
import type { AddOn, Catalogue } from '#domain/catalogue.ts'
import type { BookableLocation } from '#domain/location.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { Allowances, BookablePlan } from '#domain/plan.ts'

/** The catalogue with texts and pictures for the wizard; the page builds it from content. */
export interface Offering extends Catalogue {
  locations: readonly (BookableLocation & {
    address: string
    /** With the street. */
    fullAddress: string
    photo: string
    /** Larger, beside the form of a tour. */
    image: string
    /** Visitors can book a tour. */
    tours?: { hours: { from: ClockTime; to: ClockTime } } | undefined
  })[]
  plans: readonly (BookablePlan &
    Allowances & {
      subtitle: string
      description: string
      promotion?: string | undefined
    })[]
  addOns: readonly (AddOn & { unit: string; description: string })[]
  paymentMethods: readonly {
    id: PaymentMethod
    name: string
    /** Only of methods that add one. */
    fee?: string | undefined
  }[]
}
