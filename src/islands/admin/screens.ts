import {
  BanknoteArrowUp,
  CalendarCheck,
  CalendarDays,
  CircleUser,
  IdCard,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ScrollText,
  Tag,
  Users,
} from 'lucide-react'
import type { AddOn } from '#domain/catalogue.ts'
import type { Role } from '#domain/staff.ts'

/**
 * The screens of the staff area: their pages and the navigation come from this list. On small screens the first four
 * are tabs, the others stand under "More". `role` is the least right that a screen's calls need. A screen `within`
 * another has no place of its own in the navigation.
 */
export const SCREENS = [
  { path: '/admin', title: 'Dashboard', icon: LayoutDashboard, role: 'desk' },
  { path: '/admin/bookings', title: 'Bookings', icon: CalendarDays, role: 'desk' },
  { path: '/admin/memberships', title: 'Memberships', icon: IdCard, role: 'desk' },
  { path: '/admin/payments', title: 'Payments', icon: BanknoteArrowUp, role: 'desk' },
  { path: '/admin/pricing', title: 'Pricing', icon: Tag, role: 'manager' },
  { path: '/admin/messages', title: 'Messages', icon: Mail, role: 'manager' },
  { path: '/admin/people', title: 'People', icon: Users, role: 'owner' },
  { path: '/admin/audit', title: 'Audit', icon: ScrollText, role: 'manager' },
  // Stands at the foot of the navigation.
  { path: '/admin/account', title: 'Your account', icon: CircleUser, role: 'desk' },
  { path: '/admin/day-sheet', title: 'Day sheet', icon: CalendarCheck, role: 'desk', within: '/admin/bookings' },
] as const satisfies readonly { path: string; title: string; icon: LucideIcon; role: Role; within?: string }[]

export type ScreenPath = (typeof SCREENS)[number]['path']

/** What every screen is given by its page: words of the business. */
export interface ScreenProps {
  brand: string
  /** Names of the payment methods by their id. */
  methods: Readonly<Record<string, string>>
  /** Names of the locations and the plans by their id. */
  locations: Readonly<Record<string, string>>
  plans: Readonly<Record<string, string>>
  /** Ids of those of them that can be booked. */
  bookable: { locations: readonly string[]; plans: readonly string[] }
  addOns: readonly AddOn[]
}
