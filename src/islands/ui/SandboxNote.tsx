import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { $site } from '#stores/site.ts'

/** While the local stand-ins take the place of the gateways, every screen about money says so. */
export function SandboxNote() {
  if (useStore($site, { ssr: 'initial' })?.payments !== 'sandbox') return null
  return (
    <p className="note note-warm">
      <Info className="icon" />
      <span>Sandbox payments: no money moves</span>
    </p>
  )
}
