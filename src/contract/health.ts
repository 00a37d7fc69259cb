import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const statusSchema = z.object({ status: z.literal('ok') })

export const readHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'anyone',
  output: statusSchema,
})

export const readReady = endpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'anyone',
  output: statusSchema,
  failures: ['not_ready'],
})
