import { useStore } from '@nanostores/react'
import { Button } from '#islands/ui/buttons.tsx'
import { lazyWithRetry, NOT_LOADED } from '#islands/ui/lazy-with-retry.tsx'
import { useDocumentEvent } from '#islands/ui/useDocumentEvent.ts'
import { $isPaletteOpen, closePalette, openPalette } from '#stores/admin/palette/open-state.ts'
import { Dialog } from './Dialog.tsx'

const CommandPalette = lazyWithRetry(() => import('./palette/CommandPalette.tsx'), { Failed: PaletteLoadError })

/** Opens the palette with `⌘K` or `Ctrl K`, and loads it on first use. */
export function CommandPaletteShortcut() {
  const open = useStore($isPaletteOpen, { ssr: 'initial' })
  useDocumentEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if ($isPaletteOpen.get()) closePalette()
    // Does not leave an open form.
    else if (!document.querySelector('dialog[open]')) openPalette()
  })
  if (!open) return null
  return <CommandPalette />
}

function PaletteLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Dialog title="Search" close={closePalette}>
      <p role="alert">{NOT_LOADED}</p>
      <p className="mt-4.5">
        <Button onClick={onRetry}>Try Again</Button>
      </p>
    </Dialog>
  )
}
