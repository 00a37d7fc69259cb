import type { Env } from '../env.ts'
import { isOwnOrigin } from './origin.ts'

/** The texts of a form that one of our own pages posted; undefined for anything else. */
export async function readForm(
  request: Request,
  env: Pick<Env, 'siteUrl' | 'port'>,
): Promise<Record<string, string> | undefined> {
  if (request.method !== 'POST' || !isOwnOrigin(request, env)) return undefined
  try {
    const form = await request.formData()
    return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
  } catch {
    return undefined
  }
}
