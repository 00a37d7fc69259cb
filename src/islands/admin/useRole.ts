import { useStore } from '@nanostores/react'
import type { Role } from '#domain/staff.ts'
import { $role } from '#stores/admin/session/session.ts'

/** The role of the session; the lowest one in the built page, so that no link disappears. */
export const useRole = () => useStore($role, { ssr: (): Role => 'desk' })
