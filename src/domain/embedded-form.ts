/** URL of an external contact form from the setting of that name; if absent, the site's own form is used. */
export function parseEmbeddedFormUrl(setting: string | undefined): URL | undefined {
  if (!setting) return undefined
  const url = URL.parse(setting)
  if (url?.protocol === 'https:') return url
  throw new Error(
    `PUBLIC_CONTACT_FORM_URL is "${setting}": set it to an address like https://forms.example/contact, or leave it out.`,
  )
}
