import { environment } from '../environment.ts'
import { markOf, setMark } from './mark.ts'

/**
 * What is typed into the forms of the staff area and not sent yet. It is kept in the tab alone, for the account that
 * typed it: a session that runs out, or a jump to another screen, takes nothing away from it; whoever signs out takes it
 * along. Where the tab keeps nothing, nothing is kept.
 */
interface Typed {
  email: string
  /** Who left this browser last, when it was typed. */
  left: string
  forms: Record<string, unknown>
}

const NAME = 'chautari-staff-typed'
/** Set each time that somebody leaves: tabs that slept meanwhile know by it. */
const LEFT = 'chautari-staff-left'

function read(): Typed | undefined {
  try {
    const found: unknown = JSON.parse(environment().tabStorage().getItem(NAME) ?? 'null')
    const { email, left, forms } = (found ?? {}) as Partial<Typed>
    if (typeof email === 'string' && forms && left === markOf(LEFT)) return { email, left, forms }
  } catch {}
  drop()
  return undefined
}

function write(email: string, forms: Typed['forms']): void {
  const isEmpty = Object.keys(forms).length === 0
  try {
    if (isEmpty) environment().tabStorage().removeItem(NAME)
    else
      environment()
        .tabStorage()
        .setItem(NAME, JSON.stringify({ email, left: markOf(LEFT), forms }))
  } catch {}
}

const drop = (): void => write('', {})

/** Whether something waits for whoever signs in again. */
export const isAnythingTyped = (): boolean => read() !== undefined

/** Of one form, as it was left; undefined where nothing was. */
export const typedIn = <Value>(form: string): Value | undefined => read()?.forms[form] as Value | undefined

/** Whether anything is kept of what is called `form/…`. */
export const isTypedUnder = (form: string): boolean =>
  Object.keys(read()?.forms ?? {}).some((name) => name.startsWith(`${form}/`))

export function keepTyped(form: string, value: unknown): void {
  const typed = read()
  if (owner === null) return
  if (typed) write(typed.email, { ...typed.forms, [form]: value })
  else if (owner) write(owner, { [form]: value })
  else early.set(form, value)
}

/** The form was sent or given up; with it go those that are called `form/…`. */
export function forgetTyped(form: string): void {
  early.delete(form)
  const typed = read()
  if (!typed) return
  const forms = Object.entries(typed.forms).filter(([name]) => name !== form && !name.startsWith(`${form}/`))
  write(typed.email, Object.fromEntries(forms))
}

/** Null once they have signed out, or somebody else has signed in: what a form says on the way out is nobody's. */
let owner: string | null | undefined
/** What was typed before it was known who types. */
const early = new Map<string, unknown>()

/** From now on this account types here; what another one typed is dropped. */
export function typesHere(email: string): void {
  owner = email
  const typed = read()
  if (typed && typed.email !== email) drop()
  for (const [form, value] of early) keepTyped(form, value)
  early.clear()
}

/** Nothing is kept in this tab from now on. */
export function forgetTypedHere(): void {
  owner = null
  early.clear()
  drop()
}

/** Somebody has left: customers stand in what was typed, and it goes at once, in the browser's other tabs too. */
export function forgetAllTyped(): void {
  forgetTypedHere()
  setMark(LEFT)
}
