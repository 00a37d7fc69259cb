import {
  BanknoteArrowUp,
  CalendarCheck,
  CalendarDays,
  CircleUser,
  IdCard,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailWarning,
  ScrollText,
  Tag,
  Users,
} from 'lucide-react'
import type { AddOn } from '#domain/catalogue.ts'
import type { Role } from '#domain/staff.ts'
import { WITHOUT_SERVER } from '#stores/edition.ts'

interface ScreenEntry {
  path: string
  title: string
  icon: LucideIcon
  role: Role
  within?: string
  server?: true
}

/**
 * The screens of the staff area: their pages and the navigation come from this list. On small screens the first four
 * are tabs, the others stand under "More". `role` is the least right that a screen's calls need. A screen `within`
 * another has no place of its own in the navigation; one with `server` is nothing without one, and not
 * in the edition that has none.
 */
export const SCREENS = [
  { path: '/admin', title: 'Dashboard', icon: LayoutDashboard, role: 'desk' },
  { path: '/admin/bookings', title: 'Bookings', icon: CalendarDays, role: 'desk' },
  { path: '/admin/memberships', title: 'Memberships', icon: IdCard, role: 'desk' },
  ...(WITHOUT_SERVER
    ? []
    : ([{ path: '/admin/payments', title: 'Payments', icon: BanknoteArrowUp, role: 'desk', server: true }] as const)),
  { path: '/admin/pricing', title: 'Pricing', icon: Tag, role: 'manager' },
  ...(WITHOUT_SERVER
    ? []
    : ([
        { path: '/admin/messages', title: 'Messages', icon: Mail, role: 'manager', server: true },
        {
          path: '/admin/mails',
          title: 'Undelivered email',
          icon: MailWarning,
          role: 'manager',
          within: '/admin/messages',
          server: true,
        },
        { path: '/admin/people', title: 'People', icon: Users, role: 'owner', server: true },
        { path: '/admin/audit', title: 'Audit', icon: ScrollText, role: 'manager', server: true },
        // Stands at the foot of the navigation.
        { path: '/admin/account', title: 'Your account', icon: CircleUser, role: 'desk', server: true },
        {
          path: '/admin/day-sheet',
          title: 'Day sheet',
          icon: CalendarCheck,
          role: 'desk',
          within: '/admin/bookings',
          server: true,
        },
      ] as const)),
] as const satisfies readonly ScreenEntry[]

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
