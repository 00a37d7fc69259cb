/**
 * The texts of a posted form; undefined for anything else. Posts come from anywhere, as they do to a real gateway: the
 * payment page sends no referrer and so `Origin: null`, and what counts is the signature or the unguessable address.
 */
export async function readForm(request: Request): Promise<Record<string, string> | undefined> {
  if (request.method !== 'POST') return undefined
  try {
    const form = await request.formData()
    return Object.fromEntries([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
  } catch {
    return undefined
  }
}

/** What a merchant may call a try: letters, digits and hyphens only. */
export const isUuid = (text: string): boolean => /^[A-Za-z0-9-]{1,100}$/.test(text)

export const isOnSite = (siteUrl: string, url: string | undefined): boolean =>
  URL.canParse(url ?? '') && new URL(url ?? '').origin === new URL(siteUrl).origin
