import { useRef, useState } from 'react'
import { clearDraft, getDraft, saveDraft } from '#stores/admin/form-drafts.ts'

/**
 * What stands in a form, as state that outlives the session and the page (`stores/admin/form-drafts.ts`). The last gives what
 * stands there by now: somebody may have gone on typing while it was sent.
 */
export function useFormDraft<Value>(form: string, empty: Value): [Value, (value: Value) => void, () => Value] {
  const [value, setValue] = useState(() => getDraft<Value>(form) ?? empty)
  const newest = useRef(value)
  const set = (value: Value) => {
    newest.current = value
    if (value === empty) clearDraft(form)
    else saveDraft(form, value)
    setValue(value)
  }
  return [value, set, () => newest.current]
}
