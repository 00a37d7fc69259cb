import { readEnv } from '../env.ts'
import { openApp } from '../open-app.ts'
import { INVITATION_HOURS, resetOwnerPassword } from '../staff/invitations.ts'

const [address = ''] = process.argv.slice(2)
const app = await openApp(readEnv(process.env))
const link = await resetOwnerPassword(app, address)
await app.db.close()
if (!link) {
  console.error(`No owner has the address "${address}": say it as in npm run let-in -- owner@example.com`)
  process.exit(1)
}
console.log(`Choose a new password within ${INVITATION_HOURS} hours, once:\n${link}`)
