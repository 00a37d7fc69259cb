/** Ids of the fields of an entry, by its key. */
export const getFieldId = (key: string, field: string): string => `closure-${key}-${field}`

/** Focuses the field of a problem such as `key.from`, once its form is open. */
export function focusField(problem: string): void {
  const [key = '', field = ''] = problem.split('.')
  requestAnimationFrame(() => {
    const id = getFieldId(key, field === 'hours' ? 'open' : field)
    document.getElementById(id)?.focus()
  })
}
