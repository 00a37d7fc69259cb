/** Everything that the stores ask of the world: the only way out, replaced as a whole in tests. */
export interface Environment {
  request: typeof fetch
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs a function after a while; gives the way to call it off. */
  later(run: () => void, milliseconds: number): () => void
  randomId(): string
  /** Leaves for another page of ours or a gateway's. */
  navigate(url: string): void
  /** Posts a form to a gateway as the browser itself, so that the payer arrives there. */
  postForm(action: string, fields: Readonly<Record<string, string>>): void
}

const browser: Environment = {
  request: (input, init) => fetch(input, init),
  now: () => Date.now(),
  later: (run, milliseconds) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
  randomId: () => crypto.randomUUID(),
  navigate: (url) => window.location.assign(url),
  postForm: (action, fields) => {
    const form = document.createElement('form')
    form.method = 'POST'
    form.action = action
    for (const [name, value] of Object.entries(fields)) {
      const field = document.createElement('input')
      field.type = 'hidden'
      field.name = name
      field.value = value
      form.append(field)
    }
    document.body.append(form)
    form.submit()
    // Spec §7: the hidden form is removed two seconds after it was sent.
    setTimeout(() => form.remove(), 2_000)
  },
}

let current = browser

export const environment = (): Environment => current

/** For tests: puts a double in place and returns the way back. */
export function replaceEnvironment(double: Partial<Environment>): () => void {
  const before = current
  current = { ...before, ...double }
  return () => {
    current = before
  }
}
