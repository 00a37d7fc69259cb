import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The picture of a receipt, as a JPEG to be saved; `not_found` too once it was deleted. */
export const downloadReceiptImage = endpoint({
  method: 'GET',
  path: '/api/admin/receipts/{id}',
  access: 'staff',
  input: z.object({}),
  output: z.instanceof(Uint8Array),
  failures: ['not_found'],
})
