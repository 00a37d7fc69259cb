import { $shortcutsEnabled } from '#stores/admin/keyboard-shortcuts.ts'

/** A key pressed by itself, where nobody types and single letters are not switched off. */
export function isShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  const at = target instanceof Element ? target : document.body
  const isTyping = at.closest('input, select, textarea, dialog, [contenteditable]') !== null
  return $shortcutsEnabled.get() && !(ctrlKey || metaKey || altKey || defaultPrevented || isTyping)
}
