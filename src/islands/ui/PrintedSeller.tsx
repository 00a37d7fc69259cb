import { useStore } from '@nanostores/react'
import { $site } from '#stores/site.ts'
import { getSandboxText } from './SandboxNote.tsx'

export interface Seller {
  name: string
  address: string
  pan: string
  email: string
  phone: string
}

/** The head of what is printed: who we are, and whether it is a sample. */
export function PrintedSeller({ seller, className = '' }: { seller: Seller; className?: string }) {
  const sandbox = getSandboxText(useStore($site, { ssr: 'initial' }))
  return (
    <div className={`print-only pb-4 text-9pt ${className}`.trim()}>
      {sandbox && <p className="mb-3 border-2 px-3 py-2 text-center font-strong">SAMPLE. {sandbox}</p>}
      <p>
        <b>{seller.name}</b>, {seller.address}
      </p>
      <p className="num">
        PAN {seller.pan}, {seller.email}, {seller.phone}
      </p>
    </div>
  )
}
