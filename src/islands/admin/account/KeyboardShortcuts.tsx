import { useStore } from '@nanostores/react'
import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'

/** Whoever types by voice, or would press them unawares, switches single letters off (WCAG 2.1.4). */
export function KeyboardShortcuts() {
  const on = useStore($shortcutsEnabled, { ssr: 'initial' })
  return (
    <label className="admin-check">
      <input type="checkbox" checked={on} onChange={({ target }) => $shortcutsEnabled.set(target.checked)} />
      <span>
        <b>Single letters</b>
        <span className="hint">
          N for a new booking; A, R, J and K among the payments to verify. Ctrl K works either way.
        </span>
      </span>
    </label>
  )
}
