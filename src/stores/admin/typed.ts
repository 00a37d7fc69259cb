import { environment } from '../environment.ts'

/**
 * What is typed into the forms of the staff area and not sent yet. It is kept in the tab alone, for the account that
 * typed it: a session that ends, or a jump to another screen, takes nothing away from it. Where the tab keeps nothing,
 * nothing is kept.
 */
interface Typed {
  email: string
  forms: Record<string, unknown>
}

const NAME = 'chautari-staff-typed'

function read(): Typed | undefined {
  try {
    const found: unknown = JSON.parse(environment().tabStorage().getItem(NAME) ?? 'null')
    const { email, forms } = (found ?? {}) as Partial<Typed>
    return typeof email === 'string' && forms ? { email, forms } : undefined
  } catch {
    return undefined
  }
}

function write({ email, forms }: Typed): void {
  try {
    if (Object.keys(forms).length === 0) environment().tabStorage().removeItem(NAME)
    else environment().tabStorage().setItem(NAME, JSON.stringify({ email, forms }))
  } catch {}
}

/** Whether something waits for whoever signs in again. */
export const isAnythingTyped = (): boolean => read() !== undefined

/** Of one form, as it was left; undefined where nothing was. */
export const typedIn = <Value>(form: string): Value | undefined => read()?.forms[form] as Value | undefined

export function keepTyped(form: string, value: unknown): void {
  const typed = read()
  if (owner === null) return
  if (typed) write({ ...typed, forms: { ...typed.forms, [form]: value } })
  else if (owner) write({ email: owner, forms: { [form]: value } })
  else early.set(form, value)
}

/** The form was sent or closed; with it go those that are called `form/…`. */
export function forgetTyped(form: string): void {
  early.delete(form)
  const typed = read()
  if (!typed) return
  const forms = Object.entries(typed.forms).filter(([name]) => name !== form && !name.startsWith(`${form}/`))
  write({ ...typed, forms: Object.fromEntries(forms) })
}

/** Null once they have signed out: what a form says on the way home is nobody's. */
let owner: string | null | undefined
/** What was typed before it was known who types. */
const early = new Map<string, unknown>()

/** From now on this account types here; what another one typed is dropped. */
export function typesHere(email: string): void {
  owner = email
  const typed = read()
  if (typed && typed.email !== email) write(NOTHING)
  for (const [form, value] of early) keepTyped(form, value)
  early.clear()
}

const NOTHING: Typed = { email: '', forms: {} }

/** Somebody has signed out. */
export function forgetAllTyped(): void {
  owner = null
  early.clear()
  write(NOTHING)
}
