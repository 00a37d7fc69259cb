import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect } from 'react'
import { $paletteOpen, closePalette, openPalette } from '#stores/admin/palette/opening.ts'

const Palette = lazy(() => import('./palette/Palette.tsx'))

/** `⌘K` or `Ctrl K` anywhere in the staff area; what it opens is loaded when it is opened first. */
export function PaletteDoor() {
  const open = useStore($paletteOpen, { ssr: 'initial' })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if ($paletteOpen.get()) closePalette()
      // Over a form that is half filled in it would lead away from it.
      else if (!document.querySelector('dialog[open]')) openPalette()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <Palette />
    </Suspense>
  )
}
