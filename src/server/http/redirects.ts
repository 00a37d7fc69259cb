/** A line of `_redirects`, which static hosts read as well: `from to status`, `*` at the end of `from` for all below. */
export interface RedirectRule {
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

/** The first rule that speaks of the path, with or without a slash at its end. */
export const findRedirectRule = (rules: readonly RedirectRule[], path: string): RedirectRule | undefined =>
  rules.find(({ from }) =>
    from.endsWith('/*') ? path.startsWith(from.slice(0, -1)) : path.replace(/(.)\/$/, '$1') === from,
  )
