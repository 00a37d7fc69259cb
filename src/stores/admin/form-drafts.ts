import { readTabValue, writeTabValue } from '../storage.ts'
import { readMarker, setMarker } from './tab-marker.ts'

/** Unsent form input of one account in this tab, until that account signs out. */
interface FormDrafts {
  email: string
  /** The sign-out marker when the drafts were saved. */
  left: string
  forms: Record<string, unknown>
}

const STORAGE_KEY = 'chautari-staff-drafts'
/** Changes with each sign-out, so that suspended tabs notice it. */
const SIGN_OUT_KEY = 'chautari-staff-signed-out'

function readDrafts(): FormDrafts | undefined {
  const { email, left, forms } = (readTabValue(STORAGE_KEY) ?? {}) as Partial<FormDrafts>
  if (typeof email === 'string' && forms && left === readMarker(SIGN_OUT_KEY)) return { email, left, forms }
  deleteDrafts()
  return undefined
}

function writeDrafts(email: string, forms: FormDrafts['forms']): void {
  const drafts: FormDrafts = { email, left: readMarker(SIGN_OUT_KEY), forms }
  writeTabValue(STORAGE_KEY, Object.keys(forms).length > 0 ? drafts : undefined)
}

const deleteDrafts = (): void => writeTabValue(STORAGE_KEY, undefined)

export const hasDrafts = (): boolean => readDrafts() !== undefined

export const getDraft = <Value>(form: string): Value | undefined => readDrafts()?.forms[form] as Value | undefined

/** Whether any draft is named `form/…`. */
export const hasDraftUnder = (form: string): boolean =>
  Object.keys(readDrafts()?.forms ?? {}).some((name) => name.startsWith(`${form}/`))

export function saveDraft(form: string, value: unknown): void {
  const drafts = readDrafts()
  if (owner === null) return
  if (drafts) writeDrafts(drafts.email, { ...drafts.forms, [form]: value })
  else if (owner) writeDrafts(owner, { [form]: value })
  else earlyDrafts.set(form, value)
}

/** Deletes the draft and all that are named `form/…`. */
export function clearDraft(form: string): void {
  earlyDrafts.delete(form)
  const drafts = readDrafts()
  if (!drafts) return
  const forms = Object.entries(drafts.forms).filter(([name]) => name !== form && !name.startsWith(`${form}/`))
  writeDrafts(drafts.email, Object.fromEntries(forms))
}

/** `null` after sign-out, when drafts are no longer saved. */
let owner: string | null | undefined
/** Drafts from before the session was loaded. */
const earlyDrafts = new Map<string, unknown>()

export function setDraftOwner(email: string): void {
  owner = email
  const drafts = readDrafts()
  if (drafts && drafts.email !== email) deleteDrafts()
  for (const [form, value] of earlyDrafts) saveDraft(form, value)
  earlyDrafts.clear()
}

export function clearTabDrafts(): void {
  owner = null
  earlyDrafts.clear()
  deleteDrafts()
}

/** Deletes drafts in all tabs of this browser, because they contain customer data. */
export function clearAllDrafts(): void {
  clearTabDrafts()
  setMarker(SIGN_OUT_KEY)
}
