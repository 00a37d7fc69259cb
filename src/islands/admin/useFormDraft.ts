import { useRef, useState } from 'react'
import { clearDraft, getDraft, saveDraft } from '#stores/admin/form-drafts.ts'

/** Form state that is stored as a draft. The last function returns the newest value after an await. */
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
