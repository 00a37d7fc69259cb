import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { $site, type Site } from '#stores/site.ts'

/** While something else takes the place of the gateways, every screen about money says so. */
export function SandboxNote() {
  const site = useStore($site, { ssr: 'initial' })
  const text = sandboxText(site)
  if (!text) return null
  return (
    <p className="note note-warm no-print">
      <Info className="icon" />
      <span>{text}</span>
    </p>
  )
}

/** Undefined where real money moves. */
export function sandboxText(site: Site | null): string | undefined {
  if (site?.methods.some(({ simulated }) => simulated)) return 'Payments are simulated here: no money moves'
  return site?.payments === 'sandbox' ? 'Sandbox payments: no money moves' : undefined
}
