import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const status = z.object({ status: z.literal('ok') })

export const readHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'anyone',
  input: z.object({}),
  output: status,
  failures: [],
})

export const readReady = endpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'anyone',
  input: z.object({}),
  output: status,
  failures: ['not_ready'],
})
