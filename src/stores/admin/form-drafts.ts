import { environment } from '../environment.ts'
import { readMarker, setMarker } from './storage-marker.ts'

/**
 * What is typed into the forms of the staff area and not sent yet. It is kept in the tab alone, for the account that
 * typed it: a session that runs out, or a jump to another screen, takes nothing away from it; whoever signs out takes it
 * along. Where the tab keeps nothing, nothing is kept.
 */
interface FormDrafts {
  email: string
  /** Who left this browser last, when it was typed. */
  left: string
  forms: Record<string, unknown>
}

const STORAGE_KEY = 'chautari-staff-typed'
/** Set each time that somebody leaves: tabs that slept meanwhile know by it. */
const SIGN_OUT_KEY = 'chautari-staff-left'

function readDrafts(): FormDrafts | undefined {
  try {
    const found: unknown = JSON.parse(environment().tabStorage().getItem(STORAGE_KEY) ?? 'null')
    const { email, left, forms } = (found ?? {}) as Partial<FormDrafts>
    if (typeof email === 'string' && forms && left === readMarker(SIGN_OUT_KEY)) return { email, left, forms }
  } catch {}
  deleteDrafts()
  return undefined
}

function writeDrafts(email: string, forms: FormDrafts['forms']): void {
  const isEmpty = Object.keys(forms).length === 0
  try {
    if (isEmpty) environment().tabStorage().removeItem(STORAGE_KEY)
    else
      environment()
        .tabStorage()
        .setItem(STORAGE_KEY, JSON.stringify({ email, left: readMarker(SIGN_OUT_KEY), forms }))
  } catch {}
}

const deleteDrafts = (): void => writeDrafts('', {})

/** Whether something waits for whoever signs in again. */
export const hasDrafts = (): boolean => readDrafts() !== undefined

/** Of one form, as it was left; undefined where nothing was. */
export const getDraft = <Value>(form: string): Value | undefined => readDrafts()?.forms[form] as Value | undefined

/** Whether anything is kept of what is called `form/…`. */
export const hasDraftUnder = (form: string): boolean =>
  Object.keys(readDrafts()?.forms ?? {}).some((name) => name.startsWith(`${form}/`))

export function saveDraft(form: string, value: unknown): void {
  const typed = readDrafts()
  if (owner === null) return
  if (typed) writeDrafts(typed.email, { ...typed.forms, [form]: value })
  else if (owner) writeDrafts(owner, { [form]: value })
  else earlyDrafts.set(form, value)
}

/** The form was sent or given up; with it go those that are called `form/…`. */
export function clearDraft(form: string): void {
  earlyDrafts.delete(form)
  const typed = readDrafts()
  if (!typed) return
  const forms = Object.entries(typed.forms).filter(([name]) => name !== form && !name.startsWith(`${form}/`))
  writeDrafts(typed.email, Object.fromEntries(forms))
}

/** Null once they have signed out, or somebody else has signed in: what a form says on the way out is nobody's. */
let owner: string | null | undefined
/** What was typed before it was known who types. */
const earlyDrafts = new Map<string, unknown>()

/** From now on this account types here; what another one typed is dropped. */
export function setDraftOwner(email: string): void {
  owner = email
  const typed = readDrafts()
  if (typed && typed.email !== email) deleteDrafts()
  for (const [form, value] of earlyDrafts) saveDraft(form, value)
  earlyDrafts.clear()
}

/** Nothing is kept in this tab from now on. */
export function clearTabDrafts(): void {
  owner = null
  earlyDrafts.clear()
  deleteDrafts()
}

/** Somebody has left: customers stand in what was typed, and it goes at once, in the browser's other tabs too. */
export function clearAllDrafts(): void {
  clearTabDrafts()
  setMarker(SIGN_OUT_KEY)
}
