import querystring from 'node:querystring'
import type { Env } from '../env.ts'

export function listSecretValues(env: Env): string[] {
  const addresses = [env.databaseUrl, env.smtpUrl].filter((url) => url !== undefined)
  const passwords = addresses.flatMap((url) => {
    const password = URL.parse(url)?.password ?? ''
    return [password, querystring.unescape(password)]
  })
  return [
    ...addresses,
    ...passwords,
    env.staffPassword,
    env.esewa?.secret,
    env.khalti.secretKey,
    env.fonepay?.password,
    env.fonepay?.privateKey,
    env.stripe?.secretKey,
    env.stripe?.webhookSecret,
    env.chat.access?.key,
    env.deployHookUrl,
  ].filter((value) => value !== undefined)
}
