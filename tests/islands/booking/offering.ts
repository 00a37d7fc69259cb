import type { Offering } from '#islands/booking/offering.ts'
import { business } from '../../domain/business.ts'

/** The catalogue of tests with the texts that the wizard shows. */
export const OFFERING: Offering = {
  ...business,
  locations: business.locations.map((location) => ({
    ...location,
    address: 'Lalitpur',
    fullAddress: 'Tridevi Marg, Lalitpur',
    photo: '/photo.jpg',
    image: '/image.jpg',
  })),
  plans: business.plans.map((plan) => ({
    ...plan,
    includedRoomMinutes: 0,
    includedGuestDays: 0,
    subtitle: 'Hot desk',
    description: 'Any free seat',
    promotion: plan.id === 'explorer' ? 'Promotional price' : undefined,
  })),
  addOns: business.addOns.map((addOn) => ({ ...addOn, unit: 'month', description: '' })),
  paymentMethods: [
    { id: 'esewa', name: 'eSewa' },
    { id: 'stripe', name: 'Card', fee: '3.5%' },
  ],
}
