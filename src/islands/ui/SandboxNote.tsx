import { useStore } from '@nanostores/react'
import { Info } from 'lucide-react'
import { $site } from '#stores/site.ts'

/** While something else takes the place of the gateways, every screen about money says so. */
export function SandboxNote() {
  const site = useStore($site, { ssr: 'initial' })
  const isSimulated = site?.methods.some(({ simulated }) => simulated)
  if (!isSimulated && site?.payments !== 'sandbox') return null
  return (
    <p className="note note-warm">
      <Info className="icon" />
      <span>{isSimulated ? 'Payments are simulated here: no money moves' : 'Sandbox payments: no money moves'}</span>
    </p>
  )
}
