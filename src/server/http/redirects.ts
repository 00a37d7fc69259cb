/** A line of `_redirects`, which static hosts read as well: `from to status`, `*` at the end of `from` for all below. */
export interface Rule {
  from: string
  to: string
  status: number
}

export const readRules = (text: string): Rule[] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([from]) => from?.startsWith('/'))
    .map(([from = '', to = '', status]) => ({ from, to, status: Number(status) }))

/** The first rule that speaks of the path, with or without a slash at its end. */
export const ruleFor = (rules: readonly Rule[], path: string): Rule | undefined =>
  rules.find(({ from }) =>
    from.endsWith('/*') ? path.startsWith(from.slice(0, -1)) : path.replace(/(.)\/$/, '$1') === from,
  )
