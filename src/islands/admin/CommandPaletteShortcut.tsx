import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { lazyWithRetry, NOT_LOADED } from '#islands/ui/lazy-with-retry.tsx'
import { $isPaletteOpen, closePalette, openPalette } from '#stores/admin/palette/open-state.ts'
import { Dialog } from './Dialog.tsx'

const CommandPalette = lazyWithRetry(() => import('./palette/CommandPalette.tsx'), { Failed: PaletteLoadError })

/** `⌘K` or `Ctrl K` anywhere in the staff area; what it opens is loaded when it is opened first. */
export function CommandPaletteShortcut() {
  const open = useStore($isPaletteOpen, { ssr: 'initial' })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if ($isPaletteOpen.get()) closePalette()
      // Over a form that is half filled in it would lead away from it.
      else if (!document.querySelector('dialog[open]')) openPalette()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  if (!open) return null
  return <CommandPalette />
}

function PaletteLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Dialog title="Search" close={closePalette}>
      <p role="alert">{NOT_LOADED}</p>
      <p className="admin-dialog-buttons">
        <button type="button" className="button" onClick={onRetry}>
          Try Again
        </button>
      </p>
    </Dialog>
  )
}
