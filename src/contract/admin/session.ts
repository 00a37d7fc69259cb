import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

export const ROLES = ['owner', 'manager', 'desk'] as const
const who = z.object({ email: z.string(), role: z.enum(ROLES), loggedInAt: z.string() })
export type StaffSession = z.output<typeof who>

export const signIn = endpoint({
  method: 'POST',
  path: '/api/admin/session',
  access: 'anyone',
  input: z.object({ email: z.string().check(z.maxLength(300)), password: z.string().check(z.maxLength(300)) }),
  output: who,
  failures: ['invalid', 'invalid_credentials', 'too_many'],
})

export const readSession = endpoint({
  method: 'GET',
  path: '/api/admin/session',
  access: 'staff',
  input: z.object({}),
  output: who,
  failures: [],
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/api/admin/session',
  access: 'staff',
  input: z.object({}),
  output: z.object({}),
  failures: [],
})
