/** A line of `_redirects`: `from to status`; a `*` at the end of `from` matches everything below. */
interface RedirectRule {
  from: string
  to: string
  status: number
}

export const parseRedirectRules = (text: string): RedirectRule[] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([from]) => from?.startsWith('/'))
    .map(([from = '', to = '', status]) => ({ from, to, status: Number(status) }))

/** Ignores a trailing slash. */
export const findRedirectRule = (rules: readonly RedirectRule[], path: string): RedirectRule | undefined =>
  rules.find(({ from }) =>
    from.endsWith('/*') ? path.startsWith(from.slice(0, -1)) : path.replace(/(.)\/$/, '$1') === from,
  )
