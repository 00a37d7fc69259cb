import { useStore } from '@nanostores/react'
import { TEST_MODE_NOTE } from '#domain/payment.ts'
import { $site, type Site } from '#stores/site.ts'
import { Note } from './Note.tsx'

export function SandboxNote({ className = '' }: { className?: string }) {
  const site = useStore($site, { ssr: 'initial' })
  const text = getSandboxText(site)
  if (!text) return null
  return <Note className={`note-warm no-print ${className}`}>{text}</Note>
}

/** `undefined` if real money moves. */
export function getSandboxText(site: Site | null): string | undefined {
  const isTest = site?.payments === 'sandbox' || site?.methods.some(({ simulated }) => simulated)
  return isTest ? TEST_MODE_NOTE : undefined
}
