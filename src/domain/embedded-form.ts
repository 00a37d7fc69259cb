/** Where somebody else's contact form stands, from the setting of that name; absent means the site's own form. */
export function parseEmbeddedFormUrl(setting: string | undefined): URL | undefined {
  if (!setting) return undefined
  const url = URL.parse(setting)
  if (url?.protocol === 'https:') return url
  throw new Error(
    `PUBLIC_CONTACT_FORM_URL is "${setting}": set it to an address like https://forms.example/contact, or leave it out.`,
  )
}
