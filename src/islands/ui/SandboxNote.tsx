import { useStore } from '@nanostores/react'
import { $site, type Site } from '#stores/site.ts'
import { Note } from './Note.tsx'

/** Shown on every payment screen while the sandbox replaces the gateways. */
export function SandboxNote({ className = '' }: { className?: string }) {
  const site = useStore($site, { ssr: 'initial' })
  const text = getSandboxText(site)
  if (!text) return null
  return <Note className={`note-warm no-print ${className}`}>{text}</Note>
}

/** `undefined` if real money moves. */
export function getSandboxText(site: Site | null): string | undefined {
  if (site?.methods.some(({ simulated }) => simulated)) return 'Payments are simulated here: no money moves'
  return site?.payments === 'sandbox' ? 'Sandbox payments: no money moves' : undefined
}
