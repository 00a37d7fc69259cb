import { readEnv } from '../env.ts'
import { stop } from '../log/stop.ts'
import { openApp } from '../open-app.ts'
import { INVITATION_HOURS, resetOwnerPassword } from '../staff/invitations.ts'
import { openOrStop } from './open-database.ts'

const [address = ''] = process.argv.slice(2)
const env = readEnv(process.env)
const app = await openApp(env, { db: await openOrStop(env) })
const link = await resetOwnerPassword(app, address)
await app.db.close()
if (!link) stop(`No owner has the address "${address}". Run: npm run reset-owner-password -- owner@example.com`)
console.log(`Open this link within ${INVITATION_HOURS} hours to choose a new password. It works once:\n${link}`)
