/** `npm run let-in -- owner@example.com`: a new password for an owner whom nobody in the staff area can let in again. */
import { openApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { INVITATION_HOURS, letOwnerIn } from '../staff/invitations.ts'

const [address = ''] = process.argv.slice(2)
const app = await openApp(readEnv(process.env))
const link = await letOwnerIn(app, address)
await app.db.close()
if (!link) {
  console.error(`No owner has the address "${address}": say it as in npm run let-in -- owner@example.com`)
  process.exit(1)
}
console.log(`Choose a new password within ${INVITATION_HOURS} hours, once:\n${link}`)
