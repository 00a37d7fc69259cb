/** `npm run mails`: writes one of each email, as HTML and as text, to `DATA_DIR/mails`. Sends nothing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '../env.ts'
import { renderHtml, renderText } from '../mail/layout.ts'
import { SAMPLE_EMAILS } from './mails/samples.ts'

const folder = join(readEnv(process.env).dataDir, 'mails')
mkdirSync(folder, { recursive: true })
for (const { template, content } of SAMPLE_EMAILS) {
  writeFileSync(join(folder, `${template}.html`), renderHtml(content))
  writeFileSync(join(folder, `${template}.txt`), `Subject: ${content.subject}\n\n${renderText(content)}`)
}
console.log(`${SAMPLE_EMAILS.length} emails, as HTML and as text: ${folder}`)
