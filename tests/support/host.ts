/** What a host of static files makes of `_headers`: rules in order, `!` takes a header away again. */
export function headersOfHost(rules: string, path: string): Record<string, string> {
  const found: Record<string, string> = {}
  let applies = false
  for (const line of rules.split('\n')) {
    if (line.startsWith('/')) applies = new RegExp(`^${line.replaceAll('.', '\\.').replace('*', '.*')}$`).test(path)
    else if (applies && line.startsWith('  ! ')) delete found[line.slice(4)]
    else if (applies && line.includes(': ')) {
      const [name = '', ...value] = line.trim().split(': ')
      found[name] = found[name] === undefined ? value.join(': ') : `${found[name]}, ${value.join(': ')}`
    }
  }
  return found
}
