import type { Message } from '#domain/message.ts'
import type { PlanId } from '#domain/plan.ts'

export const PEOPLE = [
  'Aarati Shrestha',
  'Bikash Gurung',
  'Prerana Maharjan',
  'Sonam Tamang',
  'Rohan Joshi',
  'Nisha Karki',
  'Dipesh Thapa',
  'Meera Basnet',
  'Tenzin Lama',
  'Sabina Rai',
  'Ishan Pradhan',
  'Kabita Adhikari',
  'Manish Tuladhar',
  'Gita Poudel',
  'Ojas Bhandari',
  'Usha Limbu',
  'Pema Sherpa',
]

export const PLANS: readonly PlanId[] = ['explorer', 'professional', 'enterprise']

/** In rotation; a failed or missing payment releases the seat. */
export const PAYMENT_SCENARIOS = [
  'esewa',
  'transfer',
  'receipt',
  'cash',
  'esewa',
  'nothing',
  'esewa',
  'failed',
] as const

export const HELD_DAYS_AHEAD = [1, 6]

const sample = { phone: undefined, locationId: undefined }
/** Oldest first; the first is handled. */
export const MESSAGES: readonly Message[] = [
  {
    ...sample,
    name: 'Rita Khadka',
    email: 'rita.khadka@example.com',
    text: 'Is there a desk free for a colleague next week? She would stay for three days.',
  },
  {
    ...sample,
    name: 'Sunil Magar',
    email: 'sunil.magar@example.com',
    locationId: 'kausimaa',
    text: 'We are six people and look for a room for two hours on a Friday morning. Is there a projector?',
  },
  {
    ...sample,
    name: 'Anisha Ghale',
    email: 'anisha.ghale@example.com',
    phone: '+9779841234590',
    text: 'Can the virtual office be used for registering a company, and from when on?',
  },
]

export const SUBSCRIBERS = ['rita.khadka@example.com', 'prerana.maharjan@example.com', 'news@example.com']

export const TOUR_VISITORS = [
  { name: 'Rita Khadka', email: 'rita.khadka@example.com' },
  { name: 'Sunil Magar', phone: '9841234591' },
  { name: 'Anisha Ghale', phone: '9841234590', email: 'anisha.ghale@example.com' },
]

/** Of meeting rooms, in rotation. */
export const ROOM_TIMES = [
  { start: '13:00', end: '14:00' },
  { start: '15:00', end: '17:00' },
  { start: '10:00', end: '11:30' },
] as const

export const TEAM = ['Anjali Rana', 'Suraj Chaudhary', 'Lhamo Dolma']

/** One a day from today on. */
export const GUESTS = ['Binod Khatri', 'Claire Dubois', '']

export const WAITING_VISITORS = [
  { email: 'anisha.ghale@example.com', phone: '9841234590' },
  { email: 'sunil.magar@example.com' },
  { email: 'rita.khadka@example.com' },
]
